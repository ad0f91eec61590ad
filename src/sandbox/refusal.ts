/** The service's no: an HTTP status and the sentence that goes into `{"error": …}`. Never holds what the client sent. */
export class Refusal extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}
