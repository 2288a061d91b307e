import { IncomingMessage } from 'node:http';
import { hasHeader } from './raw-headers.js';

/**
 * A request of node:http without its unused parts: the stream of a body that is not there, which from start to end is
 * more than a tenth of a small answer's cost, and the headers by name, of which node:http reads `Expect` alone.
 *
 * Requires a server with `requireHostHeader: false`: `headers` has no host before `handOver`.
 */
export class LeanMessage extends IncomingMessage {
  private isHandedOver = false;
  /** Its stream neither begins nor ends. */
  isBodiless = false;

  static {
    const { get: all } = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers') ?? {};
    // An accessor of the prototype, where the types have a field.
    if (all) Object.defineProperty(LeanMessage.prototype, 'headers', { get: headers, configurable: true });

    function headers(this: LeanMessage): unknown {
      const isAsked = this.isHandedOver || this.httpVersion !== '1.1' || hasHeader(this.rawHeaders, 'expect');
      return isAsked ? all?.call(this) : NO_HEADERS;
    }
  }

  /**
   * The request now belongs to its handler: its `headers` are whole.
   *
   * @param isBodiless it has no body to read, and no `end` and no `close`
   */
  handOver(isBodiless: boolean): void {
    this.isHandedOver = true;
    this.isBodiless = isBodiless;
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    return this.isBodiless ? false : super.push(chunk, encoding);
  }

  override resume(): this {
    return this.isBodiless ? this : super.resume();
  }
}

const NO_HEADERS = {};
