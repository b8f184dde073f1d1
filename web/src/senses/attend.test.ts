import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dealtView, NO_DEALS, NOTHING_TODO } from '../../tests/build';
import { FakeWorld } from '../../tests/fake_line';
import { DEFAULTS, LiveSettings } from '../store/settings.svelte';
import { TableStore } from '../store/table.svelte';
import { attend, shake } from './attend.svelte';
import { stayAwake } from './awake';
import { SOUNDS, Sounds } from './sounds';

/** Counts what is struck; the browser's own makes the sound. */
class FakeAudio {
  static made: FakeAudio[] = [];
  state = 'suspended';
  currentTime = 5;
  sampleRate = 8;
  destination = {};
  struck: number[] = [];
  constructor() {
    FakeAudio.made.push(this);
  }
  createBuffer = () => ({ getChannelData: () => new Float32Array(4) });
  resume = () => {
    this.state = 'running';
    return Promise.resolve();
  };
  close = () => Promise.resolve();
}
class Node {
  gain = param();
  frequency = param();
  constructor(readonly context: FakeAudio) {}
  connect = <T>(next: T): T => next;
  start = (at: number) => this.context.struck.push(at);
  stop = () => undefined;
}
const param = () => ({ setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });
const touch = () => window.dispatchEvent(new Event('pointerdown'));

beforeEach(() => {
  FakeAudio.made = [];
  vi.stubGlobal('AudioContext', FakeAudio);
  for (const name of ['GainNode', 'OscillatorNode', 'BiquadFilterNode', 'AudioBufferSourceNode'])
    vi.stubGlobal(name, Node);
});
afterEach(() => vi.unstubAllGlobals());

describe('sounds', () => {
  test('wait for the first touch, and then every cue is struck', () => {
    const sounds = new Sounds();
    sounds.play('card');
    expect(FakeAudio.made).toEqual([]);
    touch();
    sounds.play('turn');
    expect(FakeAudio.made[0]?.struck).toEqual(SOUNDS.turn.map((stroke) => 5 + (stroke.at ?? 0)));
    sounds.end();
    touch();
    expect(FakeAudio.made.length).toBe(1);
  });

  test('a browser without them is simply silent', () => {
    vi.stubGlobal('AudioContext', undefined);
    const sounds = new Sounds();
    touch();
    sounds.play('card');
    sounds.end();
    expect(FakeAudio.made).toEqual([]);
  });
});

describe('who sits at a table', () => {
  const seated = (change = {}) => {
    const world = new FakeWorld();
    const store = new TableStore(world, { pace: () => 0, hidden: () => false });
    const settings = new LiveSettings({ ...DEFAULTS, ...change }, null);
    store.connect();
    const tell = (v: number, turn: number) =>
      world.socket.tell({
        t: 'snapshot',
        v,
        n: 0,
        view: dealtView(['HJ']),
        todo: { ...NOTHING_TODO, turn },
        online: [true, true, true, true],
        waits: [],
        asks: [],
        fair: NO_DEALS,
        watch: '',
        watchers: 0,
        hands: null,
      });
    tell(1, 1);
    const stop = attend(store, settings);
    flushSync();
    touch();
    return {
      settings,
      stop,
      turn: (v: number, turn: number) => {
        tell(v, turn);
        flushSync();
      },
    };
  };
  const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href');

  test('hears that it is his turn, and sees it in the icon of the tab', () => {
    document.head.innerHTML = '<link rel="icon" href="/logo.svg">';
    const table = seated();
    table.turn(2, 0);
    expect(FakeAudio.made[0]?.struck.length).toBe(SOUNDS.turn.length);
    expect(icon()).toContain('logo-turn');
    table.turn(3, 1);
    expect(icon()).not.toContain('logo-turn');
    table.turn(4, 0);
    table.stop();
    expect(icon()).not.toContain('logo-turn');
  });

  test('hears nothing when the sounds are off', () => {
    const table = seated({ sound: false });
    table.turn(2, 0);
    expect(FakeAudio.made[0]?.struck).toEqual([]);
    table.stop();
  });
});

test('a phone shakes for who has touched the page, and no other', () => {
  const vibrate = vi.fn();
  const phone = (hasBeenActive: boolean) =>
    ({ vibrate, userActivation: { hasBeenActive } }) as unknown as Navigator;
  shake(phone(false));
  expect(vibrate).not.toHaveBeenCalled();
  shake(phone(true));
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('the screen stays on, is asked for again on return, and may go dark at the end', async () => {
  const locks: { released: boolean; release: () => void }[] = [];
  const request = vi.fn(() => {
    const lock = { released: false, release: () => (lock.released = true) };
    locks.push(lock);
    return Promise.resolve(lock);
  });
  vi.stubGlobal('navigator', { ...window.navigator, wakeLock: { request } });
  Object.defineProperty(window, 'navigator', { value: navigator, configurable: true });
  const end = stayAwake();
  await vi.waitFor(() => expect(locks.length).toBe(1));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(1);
  if (locks[0]) locks[0].released = true; // the browser does so when the page is hidden
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(locks.length).toBe(2));
  await Promise.resolve();
  end();
  expect(locks[1]?.released).toBe(true);
});
