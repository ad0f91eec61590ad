/** Forms of an ISO 8601 timestamp in UTC. */
export type ExpiryForm = 'milliseconds' | 'seconds' | 'nanoseconds' | 'offset' | 'no seconds' | 'basic';

export function expiryText(time: number, form: ExpiryForm): string {
  const iso = new Date(time).toISOString();
  switch (form) {
    case 'milliseconds':
      return iso;
    case 'seconds':
      return iso.replace(/\.\d+Z/, 'Z');
    case 'nanoseconds':
      return iso.replace('Z', '000001Z');
    case 'offset':
      return iso.replace('Z', '+00:00');
    case 'no seconds':
      return iso.replace(/:\d\d\.\d+Z/, 'Z');
    case 'basic':
      return iso.replace(/[-:]|\.\d+/g, '');
  }
}
