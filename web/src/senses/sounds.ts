/** The sounds of the table, made of tones and noise: nothing is fetched. */
import type { Cue } from './cues';

/** One stroke: a tone that may slide, or noise through a filter that may slide. Seconds and hertz. */
type Stroke = {
  at?: number;
  lasts: number;
  loud: number;
  from: number;
  to?: number;
} & ({ wave: OscillatorType } | { noise: BiquadFilterType; q?: number });

/** Paper on cloth: a thud with the slap of the card over it. */
const card = (at = 0, loud = 1): Stroke[] => [
  { at, lasts: 0.07, loud: 0.5 * loud, from: 170, to: 70, wave: 'sine' },
  { at, lasts: 0.05, loud: 0.35 * loud, from: 2600, to: 900, noise: 'bandpass', q: 0.8 },
];
/** Knuckles on the table. */
const knuckle = (at: number): Stroke[] => [
  { at, lasts: 0.09, loud: 0.6, from: 210, to: 120, wave: 'sine' },
  { at, lasts: 0.04, loud: 0.25, from: 900, noise: 'lowpass' },
];
/** A glass that is touched. */
const glass = (at: number, from: number, loud = 0.22): Stroke[] => [
  { at, lasts: 0.7, loud, from, wave: 'sine' },
  { at, lasts: 0.3, loud: loud / 3, from: from * 2.76, wave: 'sine' },
];

export const SOUNDS: Record<Cue, Stroke[]> = {
  card: card(),
  deal: [0, 0.11, 0.22].flatMap((at) => card(at, 0.6)),
  trick: [{ lasts: 0.22, loud: 0.3, from: 500, to: 1900, noise: 'bandpass', q: 0.6 }],
  knock: [...knuckle(0), ...knuckle(0.15)],
  thump: [
    { lasts: 0.25, loud: 0.9, from: 120, to: 50, wave: 'sine' },
    { lasts: 0.12, loud: 0.4, from: 700, noise: 'lowpass' },
    ...glass(0.05, 1400, 0.06),
  ],
  said: [{ lasts: 0.09, loud: 0.22, from: 420, to: 560, wave: 'sine' }],
  meld: [...glass(0, 784), ...glass(0.12, 988), ...glass(0.24, 1175)],
  turn: [...glass(0, 659), ...glass(0.14, 880)],
};

const LOUDNESS = 0.5;
const TOUCHES = ['pointerdown', 'keydown'] as const;

/** Plays cues once somebody has touched the page: before that browsers let nothing be heard. */
export class Sounds {
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #noise: AudioBuffer | null = null;

  constructor() {
    for (const touch of TOUCHES) window.addEventListener(touch, this.#wake, { passive: true });
  }

  play(cue: Cue): void {
    const { currentTime, state } = this.#context ?? {};
    // A sound that waits for a touch would come too late.
    if (currentTime === undefined || state !== 'running') return;
    for (const stroke of SOUNDS[cue]) this.#strike(stroke, currentTime + (stroke.at ?? 0));
  }

  end(): void {
    for (const touch of TOUCHES) window.removeEventListener(touch, this.#wake);
    void this.#context?.close();
    this.#context = null;
  }

  /** A phone puts sound away when the page is left; each touch brings it back. */
  #wake = (): void => {
    if (typeof window.AudioContext !== 'function') return;
    if (!this.#context) {
      this.#context = new AudioContext({ latencyHint: 'interactive' });
      this.#out = new GainNode(this.#context, { gain: LOUDNESS });
      this.#out.connect(this.#context.destination);
    }
    if (this.#context.state !== 'running') void this.#context.resume().catch(() => undefined);
  };

  #strike(stroke: Stroke, at: number): void {
    const context = this.#context;
    const out = this.#out;
    if (!context || !out) return;
    const { lasts, loud, from, to = from } = stroke;
    const ends = at + lasts;
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(loud, at);
    level.gain.exponentialRampToValueAtTime(0.001, ends);
    level.connect(out);
    const slide = (pitch: AudioParam): void => {
      pitch.setValueAtTime(from, at);
      pitch.exponentialRampToValueAtTime(to, ends);
    };
    if ('wave' in stroke) {
      const tone = new OscillatorNode(context, { type: stroke.wave });
      slide(tone.frequency);
      tone.connect(level);
      tone.start(at);
      tone.stop(ends);
    } else {
      const filter = new BiquadFilterNode(context, { type: stroke.noise, Q: stroke.q ?? 1 });
      slide(filter.frequency);
      const hiss = new AudioBufferSourceNode(context, { buffer: this.#hiss(context), loop: true });
      hiss.connect(filter).connect(level);
      hiss.start(at);
      hiss.stop(ends);
    }
  }

  #hiss(context: AudioContext): AudioBuffer {
    if (this.#noise) return this.#noise;
    const made = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = made.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
    this.#noise = made;
    return made;
  }
}
