/** `1 depot`, `3 depots`, `no depots`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return count === 0 ? `no ${many}` : count === 1 ? `1 ${noun}` : `${count} ${many}`;
}
