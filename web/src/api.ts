/** The HTTP door: tables are opened, looked at and joined. */
import type {
  Company,
  HouseDeals,
  HouseRules,
  HttpError,
  MoveLink,
  RegularCard,
  Seat,
  SlateCard,
  TableCard,
  TableOpened,
} from './wire.gen';

export type Problem = HttpError['code'] | 'offline';
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

const PROBLEMS: readonly string[] = [
  'unreadable',
  'name_missing',
  'name_too_long',
  'name_unprintable',
  'rules_impossible',
  'no_such_table',
  'no_such_deal',
  'no_such_slate',
  'table_full',
  'table_closed',
  'no_chair',
  'other_chair',
  'ticket_gone',
  'not_gone',
  'too_long',
  'too_fast',
  'full_house',
  'unavailable',
];

async function ask<T>(path: string, body?: unknown): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (response.ok) return { ok: true, value: (await response.json()) as T };
    const { code } = (await response.json()) as Partial<HttpError>;
    return { ok: false, problem: code && PROBLEMS.includes(code) ? code : 'unavailable' };
  } catch {
    return { ok: false, problem: 'offline' };
  }
}

export const openTable = (
  name: string,
  rules: HouseRules,
  practice: boolean,
  company: Company = 'mix',
) => ask<TableOpened>('/api/tables', { name, rules, practice, company });
/** `key` becomes the secret of the chair: the same wish sent twice gets one chair. */
export const sitDown = (code: string, name: string, key: string) =>
  ask<TableOpened>(`/api/tables/${encodeURIComponent(code)}/chairs`, { name, key });
/** A match that is over, for whoever has its link. */
export const lookAtSlate = (code: string, key: string) =>
  ask<SlateCard>(`/api/tables/${encodeURIComponent(code)}/slates/${encodeURIComponent(key)}`);
/** Who they are and what their partners may count on. */
export const regulars = () => ask<RegularCard[]>('/api/regulars');
/** Ask for the chair of who is gone; `key` opens it once somebody at the table says that it is me. */
export const askChair = (code: string, seat: Seat, key: string) =>
  ask<TableOpened>(`/api/tables/${encodeURIComponent(code)}/asks`, { seat, key });
/** A ticket that brings my chair to another device. */
export const moveOut = (code: string) =>
  ask<MoveLink>(`/api/tables/${encodeURIComponent(code)}/moves`, {});
export const moveIn = (code: string, ticket: string, key: string) =>
  ask<TableOpened>(`/api/tables/${encodeURIComponent(code)}/moves/in`, { ticket, key });
/** 192 bits in the letters of a key. */
export const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
export const houseDeals = () => ask<HouseDeals>('/api/deals');
export const lookAt = (code: string) => ask<TableCard>(`/api/tables/${encodeURIComponent(code)}`);
