/** The server's address, as users give it. */
import { shownAddress, urlOf } from '../../../addresses.ts';
import { credentialsOf } from '../../credentials.ts';

/** The address of a server that machines share a request budget on: `redis://` or, with TLS, `rediss://`. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The only form that may be shown. */
  readonly label: string;
}

const defaultPort = 6379;

/** Returns undefined for any other text. */
export function readServerAddress(text: string): ServerAddress | undefined {
  const url = urlOf(text);
  const [, database] = /^\/?(\d{0,5})$/.exec(url?.pathname ?? '?') ?? [];
  if (!url || database === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return undefined;
  if (url.search !== '' || url.hash !== '') return undefined;
  const { protocol, hostname } = url;
  const { username, password } = credentialsOf(url);
  const port = url.port === '' ? defaultPort : Number(url.port);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    tls: protocol === 'rediss:',
    username: username || undefined,
    password: password || undefined,
    database: Number(database),
    label: shownAddress(text),
  };
}
