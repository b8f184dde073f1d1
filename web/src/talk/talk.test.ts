import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { emptyView, NO_DEALS, NOTHING_TODO } from '../../tests/build';
import { FakeWorld } from '../../tests/fake_line';
import type { Store } from '../store/settings.svelte';
import { TableStore } from '../store/table.svelte';
import { setLanguage } from '../texts/texts.svelte';
import type { Phrase, Spoken, TalkRule } from '../wire.gen';
import { KNOCKS, LONGEST, PHRASES, Talk } from './talk.svelte';
import TalkSheet from './TalkSheet.svelte';

afterEach(async () => {
  cleanup();
  await setLanguage('nl');
});

const shelf = (): Store & { all: Map<string, string> } => {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, text) => void all.set(key, text),
    removeItem: (key) => void all.delete(key),
  };
};
const line = (name: string, seat: number, text: string, phrase: Phrase | null = null): Spoken => ({
  seat,
  name,
  who: `sign of ${name}`,
  phrase,
  text,
});

/** Tineke (seat 0) at a table, with what she hears and says. */
function sit(store: Store | null = shelf(), code = 'KR7TM') {
  const world = new FakeWorld();
  const table = new TableStore(world, { pace: () => 0, hidden: () => false });
  table.connect();
  const welcome = () =>
    world.socket.tell({
      t: 'snapshot',
      v: 1,
      n: 0,
      view: emptyView(),
      todo: NOTHING_TODO,
      online: [true, true, true, true],
      waits: [],
      asks: [],
      fair: NO_DEALS,
      watch: '',
      watchers: 0,
      hands: null,
    });
  welcome();
  const talk = new Talk(code, table.ear, { after: world.after, pace: () => 0, store });
  const hears = (...said: Spoken[]) =>
    said.forEach((each) => world.socket.tell({ t: 'said', line: each }));
  return { world, table, talk, hears, welcome };
}

describe('what is heard', () => {
  test('hangs at the seat of who said it, long enough to read it, and can be read back', () => {
    const { talk, hears, world } = sit();
    hears(line('Joop', 1, 'Dat was mijn boer'));
    expect(talk.bubble(1)).toBe('Dat was mijn boer');
    expect(talk.bubble(2)).toBe('');
    world.pass(4000);
    expect(talk.bubble(1)).not.toBe('');
    world.pass(2000);
    expect(talk.bubble(1)).toBe('');
    expect(talk.said.map(({ text }) => text)).toEqual(['Dat was mijn boer']);
  });

  test('a new line of the same person takes the place of his last one', () => {
    const { talk, hears, world } = sit();
    hears(line('Joop', 1, 'Eén'));
    world.pass(4000);
    hears(line('Joop', 1, 'Twee'));
    world.pass(4000);
    expect(talk.bubble(1)).toBe('Twee');
  });

  test('each reads a phrase in his own language', async () => {
    const { talk, hears } = sit();
    hears(line('Joop', 1, '', 'asleep'));
    expect(talk.lines).toEqual(['Joop: Zit je te slapen?']);
    await setLanguage('en');
    expect(talk.lines).toEqual(['Joop: Have you nodded off?']);
  });

  test('what came before anybody listened is not lost', () => {
    const world = new FakeWorld();
    const table = new TableStore(world, { pace: () => 0, hidden: () => false });
    table.connect();
    world.socket.tell({ t: 'heard', lines: [line('Joop', 1, 'Vroeg')] });
    world.socket.tell({ t: 'said', line: line('Joop', 1, 'Laat') });
    const heard: string[] = [];
    table.ear.listen((message) => heard.push(message.t));
    expect(heard).toEqual(['heard', 'said']);
  });

  test('after a reload it can be read back and is no news', () => {
    const { talk, world } = sit();
    world.socket.tell({ t: 'heard', lines: [line('Joop', 1, 'Net nog')] });
    expect(talk.said).toHaveLength(1);
    expect(talk.lines).toEqual([]);
    expect(talk.unread).toBe(0);
  });

  test('others count as unread until the sheet was open; I do not', () => {
    const { talk, hears } = sit();
    hears(line('Joop', 1, 'x'), line('Wil', 2, 'y'));
    expect(talk.unread).toBe(2);
    talk.show(true);
    talk.show(false);
    expect(talk.unread).toBe(0);
    hears(line('Tineke', 0, 'z'));
    expect(talk.unread).toBe(0);
  });

  test('every phrase of the wire stands in the sheet, and the knocks have a sound of their own', () => {
    expect(new Set([...PHRASES, ...KNOCKS]).size).toBe(16);
    const { hears, table } = sit();
    const heard = (...said: Parameters<typeof line>) => {
      hears(line(...said));
      return table.asked?.cue;
    };
    expect(heard('Joop', 1, '', 'knock')).toBe('knock');
    expect(heard('Joop', 1, '', 'thump')).toBe('thump');
    expect(heard('Joop', 1, '', 'nice')).toBe('said');
    expect(heard('Joop', 1, 'x')).toBe('said');
  });

  test('nothing of it waits for a card', () => {
    const { hears, table, talk } = sit();
    table.play('HA');
    expect(table.busy).toBe(true);
    hears(line('Joop', 1, 'Kom op'));
    expect(talk.bubble(1)).toBe('Kom op');
    expect(table.busy).toBe(true);
  });
});

describe('who is muted', () => {
  test('is silent here: no bubble, no sound, not in the log; and heard again later', () => {
    const { talk, hears, table } = sit();
    hears(line('Joop', 1, 'bla'));
    const sound = table.asked;
    talk.mute('sign of Joop', true);
    expect([talk.bubble(1), talk.said.length, talk.unread]).toEqual(['', 0, 0]);
    hears(line('Joop', 1, 'bla bla'));
    expect(table.asked).toBe(sound);
    hears(line('Wil', 2, 'rust'));
    expect(talk.lines).toEqual(['Wil: rust']);
    talk.mute('sign of Joop', false);
    expect(talk.said.map(({ text }) => text)).toEqual(['bla', 'bla bla', 'rust']);
  });

  test('stays so at this table after a reload, and not at another', () => {
    const store = shelf();
    sit(store).talk.mute('sign of Joop', true);
    expect(sit(store).talk.muted).toEqual(['sign of Joop']);
    expect(sit(store, 'BCDFG').talk.muted).toEqual([]);
  });

  test('is kept for the last twenty tables', () => {
    const store = shelf();
    for (let n = 0; n < 30; n++) sit(store, `T${n}`).talk.mute('somebody', true);
    const kept = JSON.parse(store.all.get('klaverkroeg.muted') ?? '{}') as object;
    expect(Object.keys(kept)).toHaveLength(20);
    expect(Object.keys(kept).at(-1)).toBe('T29');
  });

  test.each(['', '{', '[]', 'null', '{"KR7TM": 3}', '{"KR7TM": [1]}'])(
    'is nobody when the browser remembers %j',
    (text) => {
      const store = shelf();
      store.setItem('klaverkroeg.muted', text);
      expect(sit(store).talk.muted).toEqual([]);
    },
  );

  test('can be muted also where nothing may be remembered', () => {
    const { talk, hears } = sit(null);
    hears(line('Joop', 1, 'x'));
    talk.mute('sign of Joop', true);
    expect(talk.said).toEqual([]);
  });
});

describe('what is said', () => {
  test('goes out at once, with no number', () => {
    const { talk, world } = sit();
    talk.say('nice');
    talk.draft = '  Hallo  ';
    talk.write();
    expect(world.socket.talk).toEqual([
      { t: 'say', phrase: 'nice', text: '' },
      { t: 'say', phrase: null, text: 'Hallo' },
    ]);
    expect(world.socket.commands).toEqual([]);
    expect(talk.draft).toBe('');
  });

  test('stands in the field again when nobody heard it', () => {
    const { talk, world } = sit();
    talk.draft = 'Te snel';
    talk.write();
    world.socket.tell({ t: 'unsaid', why: 'too_fast' });
    expect([talk.draft, talk.why]).toEqual(['Te snel', 'too_fast']);
    talk.write();
    expect(talk.why).toBeNull();
  });

  test('stands there again also when an earlier line was answered meanwhile', () => {
    const { talk, world, hears } = sit();
    for (const text of ['Eerst', 'Dan', 'Te snel']) {
      talk.draft = text;
      talk.write();
    }
    hears(line('Tineke', 0, 'Eerst'), line('Tineke', 0, 'Dan'));
    world.socket.tell({ t: 'unsaid', why: 'too_fast' });
    expect(talk.draft).toBe('Te snel');
  });

  test('is not kept for later when the line is down', () => {
    const { talk, world, welcome } = sit();
    world.socket.break();
    talk.draft = 'Hoor je me?';
    talk.write();
    expect(talk.draft).toBe('Hoor je me?');
    world.pass(10_000);
    welcome();
    expect(world.socket.talk).toEqual([]);
  });
});

describe('the sheet', () => {
  function open(rule: TalkRule = 'free', ready = true) {
    const all = sit();
    const close = vi.fn();
    const { rerender } = render(TalkSheet, { talk: all.talk, rule, ready, close });
    return { ...all, close, rerender };
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  test('says a phrase with one press and closes once it was heard', async () => {
    const { world, close, hears } = open();
    await press('Lekker, maat!');
    expect(world.socket.talk).toEqual([{ t: 'say', phrase: 'nice', text: '' }]);
    expect(close).not.toHaveBeenCalled();
    hears(line('Tineke', 0, '', 'nice'));
    await tick();
    expect(close).toHaveBeenCalledOnce();
  });

  test('says why nobody heard it, and stays', async () => {
    const { world, close, hears } = open();
    await press('Proost!');
    world.socket.tell({ t: 'unsaid', why: 'too_fast' });
    await tick();
    expect(screen.getByRole('alert').textContent).toContain('Rustig aan');
    hears(line('Tineke', 0, 'iets van daarvoor'));
    await tick();
    expect(close).not.toHaveBeenCalled();
  });

  test('sends what is typed by Enter, and stays for the next line', async () => {
    const { world, close, hears } = open();
    const field = screen.getByLabelText<HTMLInputElement>('Zeg iets aan tafel');
    await fireEvent.input(field, { target: { value: 'Mooi weer' } });
    await fireEvent.submit(field);
    expect(world.socket.talk).toEqual([{ t: 'say', phrase: null, text: 'Mooi weer' }]);
    hears(line('Tineke', 0, 'Mooi weer'));
    await tick();
    expect([field.value, close.mock.calls.length]).toEqual(['', 0]);
  });

  test('holds 200 characters and says when few are left', async () => {
    open();
    const field = screen.getByLabelText<HTMLInputElement>('Zeg iets aan tafel');
    expect(field.maxLength).toBe(LONGEST);
    expect(screen.queryByText(/Nog \d+ tekens/)).toBeNull();
    await fireEvent.input(field, { target: { value: 'x'.repeat(190) } });
    expect(screen.getByText('Nog 10 tekens.')).toBeTruthy();
  });

  test('has no field where the maker of the table wants phrases alone', () => {
    open('phrases');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getAllByRole('button')).toHaveLength(16);
  });

  test('sends nothing while the line is down', async () => {
    const { world } = open('free', false);
    await press('Proost!');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Zeg het' }).disabled).toBe(true);
    expect(world.socket.talk).toEqual([]);
  });

  test('shows markup as text and turns no line around', async () => {
    const { hears } = open();
    hears(line('Joop', 1, '<b>x</b> {name} שלום'));
    await tick();
    const said = document.querySelector('details li');
    expect(said?.textContent?.trim()).toBe('Joop <b>x</b> {name} שלום');
    expect(
      [...(said?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent),
    ).toEqual(['Joop', '<b>x</b> {name} שלום']);
  });

  test('mutes and unmutes whoever spoke, but not oneself', async () => {
    const { hears, talk } = open();
    hears(line('Joop', 1, 'x'), line('Tineke', 0, 'y'), line('Wil', 2, 'z'));
    await tick();
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    await fireEvent.click(screen.getByLabelText('Joop'));
    expect(talk.muted).toEqual(['sign of Joop']);
    expect(screen.queryByText('x')).toBeNull();
    await fireEvent.click(screen.getByLabelText('Joop'));
    expect(talk.muted).toEqual([]);
  });

  test('has nothing that axe finds wrong', async () => {
    const { hears } = open();
    hears(line('Joop', 1, 'x'));
    await tick();
    const found = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(found.violations.map(({ id }) => id)).toEqual([]);
  });
});
