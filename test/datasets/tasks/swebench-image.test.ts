import { taskImage } from '../../../datasets/tasks/swebench-image';
import type { RepositoryTask } from '../../../datasets/tasks/repository-task';

const task = {
  ...{ id: 'psf__requests-1142', repository: 'psf/requests', address: null, image: null },
} as unknown as RepositoryTask;

describe('the image of a task', () => {
  it('is what its row names', () => {
    expect(taskImage({ ...task, image: 'a/b:1' })).toBe('a/b:1');
    expect(taskImage({ ...task, image: 'a/b:1' }, 'swebench')).toBe('a/b:1');
    expect(taskImage(task)).toBeNull();
  });

  it('is called as SWE-bench calls it, in the registry that a person names', () => {
    expect(taskImage(task, 'swebench')).toBe(
      'swebench/sweb.eval.x86_64.psf_1776_requests-1142:latest',
    );
    const astropy = { ...task, id: 'astropy__Astropy-7', repository: 'astropy/astropy' };
    expect(taskImage(astropy, 'here:5000/mirror/')).toBe(
      'here:5000/mirror/sweb.eval.x86_64.astropy_1776_astropy-7:latest',
    );
  });

  it('is none for repositories that SWE-bench has no images of, and if nobody wants images', () => {
    expect(taskImage({ ...task, repository: 'a/b' }, 'swebench')).toBeNull();
    expect(taskImage({ ...task, address: 'file:///clone' }, 'swebench')).toBeNull();
    expect(taskImage({ ...task, image: 'a/b:1' }, 'none')).toBeNull();
  });
});
