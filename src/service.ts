/**
 * A service that is a function, asked without a connection. What it throws is an error of the connection, such as a reset; a body that
 * throws is cut off; an answer that never comes is waited for until the attempt's time is over.
 */
export type Service = (request: Request) => Promise<Response>;
