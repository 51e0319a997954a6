/** The flag of an option: `--critic-accuracy` for `criticAccuracy`. */
export function flagName(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
