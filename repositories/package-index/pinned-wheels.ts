/** A file of the package index, of one content whatever the index says later. */
export interface PinnedWheel {
  /** Canonical. */
  readonly name: string;
  readonly filename: string;
  readonly sha256: string;
}

const pure = (name: string, version: string, sha256: string, tag = 'py3'): PinnedWheel => ({
  name,
  filename: `${name.replaceAll('-', '_')}-${version}-${tag}-none-any.whl`,
  sha256,
});

/** Pure wheels for any CPython from 3.9, the newest that run there; coverage without its tracer, as jobs have their own. */
export const runnerWheels: readonly PinnedWheel[] = [
  pure('coverage', '7.10.7', 'f7941f6f2fe6dd6807a1208737b8a0cbcf1cc6d7b07d24998ad2d63590868260'),
  pure('hypothesis', '6.141.1', 'a5b3c39c16d98b7b4c3c5c8d4262e511e3b2255e6814ced8023af49087ad60b3'),
  pure('attrs', '25.4.0', 'adcf7e2a1fb3b36ac48d97835bb6d8ade15b8dcce26aba8bf1d14847b57a3373'),
  pure(
    'sortedcontainers',
    '2.4.0',
    'a163dcaede0f1c021485e957a39245190e74249897e2ae4b2aa38595db237ee0',
    'py2.py3',
  ),
  pure('pytest', '8.4.2', '872f880de3fc3a5bdc88a11b39c9710c3497a547cfa9320bc3c5e62fbf272e79'),
  pure('iniconfig', '2.1.0', '9deba5723312380e77435581c6bf4935c94cbfab9b1ed33ef8d238ea168eb760'),
  pure('packaging', '25.0', '29572ef2b1f17581046b3a2227d5c611fb25ec70ca1ba8554b24b0e69331a484'),
  pure('pluggy', '1.6.0', 'e920276dd6813095e9377c0bc5566d94c932c33b27a3e3945d8389c374dd4746'),
  pure('pygments', '2.19.2', '86540386c03d588bb81d44bc3928634ff26449851e99741617ecb9037ee5ec0b'),
  // Of interpreters before 3.11.
  pure(
    'exceptiongroup',
    '1.3.1',
    'a7a39a3bd276781e98394987d3a5701d0c4edffb633bb7a5144577f82c773598',
  ),
  pure('tomli', '2.3.0', 'e95b1af3c5b07d9e643909b5abbec77cd9f1217e6d0bca72b0234736b9fb1f1b'),
  pure(
    'typing-extensions',
    '4.15.0',
    'f0fa19c6845758ab08074a0cfa8b7aecb71c999ca73d62883bc25cc018c4e548',
  ),
];

/** The installer, a program of its own: by the machine's architecture, as Node names it. */
export const installerWheels: Readonly<Record<string, PinnedWheel>> = {
  x64: {
    name: 'uv',
    filename: 'uv-0.13.9-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
    sha256: 'd7f459fe4fd247d830351c75686d3996ace3c6f3f728eb0e85a30b7ada0cef19',
  },
  arm64: {
    name: 'uv',
    filename:
      'uv-0.13.9-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl',
    sha256: '5435c5ce14a56431208ca0996416d310f1598e8c2c8ba707688985a16bb82dbe',
  },
};
