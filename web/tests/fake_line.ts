/** A world without time or network: the test turns the clock and plays the server. */
import type { SocketLike, Surroundings } from '../src/socket/line';
import type { AnyCommand, FromBrowser, Say, ToBrowser } from '../src/wire.gen';

export class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: FromBrowser[] = [];
  closed = false;

  send = (text: string): void => void this.sent.push(JSON.parse(text) as FromBrowser);
  close = (): void => void (this.closed = true);
  tell = (message: ToBrowser): void => this.onmessage?.({ data: JSON.stringify(message) });
  break = (code = 1006): void => this.onclose?.({ code });

  get commands(): AnyCommand[] {
    return this.sent.filter(
      (message) => message.t !== 'ping' && message.t !== 'say' && message.t !== 'number',
    );
  }

  get pings(): number {
    return this.sent.filter((message) => message.t === 'ping').length;
  }

  get talk(): Say[] {
    return this.sent.filter((message) => message.t === 'say');
  }
}

type Timer = { at: number; task: () => void };

export class FakeWorld implements Surroundings {
  time = 0;
  chance = 0;
  sockets: FakeSocket[] = [];
  #timers = new Set<Timer>();

  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error('nothing was opened');
    return last;
  }

  open = (): FakeSocket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };
  now = (): number => this.time;
  random = (): number => this.chance;
  after = (ms: number, task: () => void): (() => void) => {
    const timer = { at: this.time + ms, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Lets so many milliseconds pass; timers run in their order. */
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.time = next.at;
      next.task();
    }
    this.time = end;
  }
}
