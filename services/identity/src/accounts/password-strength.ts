/** How easily a password is guessed, judged by zxcvbn with its dictionaries and by what is known of its owner. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

export interface PasswordOwner {
  email: string;
  fullName?: string | undefined;
}

/** The time that the judgement takes grows with the square of the length. What comes after makes a good password no worse. */
const JUDGED_LENGTH = 32;
const TOO_EASY = 'This password is too easy to guess';

/** By the names that the library gives to them. */
const REASONS: Record<string, string> = {
  userInputs: 'It is made of your name, your address or the name of this site',
  topTen: 'It is one of the ten that are used most',
  topHundred: 'It is one of the hundred that are used most',
  common: 'It is one of those that are used most',
  similarToCommon: 'It is like one of those that are used most',
  wordByItself: 'A single word is found in a moment',
  namesByThemselves: 'Names are found in a moment',
  commonNames: 'Common names are found in a moment',
  simpleRepeat: 'It repeats a character',
  extendedRepeat: 'It repeats the same few characters',
  sequences: 'It follows the alphabet or counts',
  straightRow: 'It is a row of the keyboard',
  keyPattern: 'It is a short pattern on the keyboard',
  recentYears: 'Years are found in a moment',
  dates: 'Dates are found in a moment',
  pwned: 'It is known from a leak',
};
const NO_REASON = 'It is made of few and common words; take more of them, or rarer ones';

/**
 * Why a password is weaker than `wanted`, as one sentence; null if it is not. One that nothing explains, which has to be guessed letter by
 * letter, is as strong as it is long: how long it must be is said elsewhere.
 * @param wanted Score of zxcvbn: 1 stands for a thousand guesses, 2 for a million, 3 for a hundred million, 4 for ten thousand million.
 */
export async function weakness(password: string, wanted: number, owner: PasswordOwner, brand: string): Promise<string | null> {
  if (wanted === 0) return null;
  const { score, sequence, feedback } = (await judge()).check(password, knownOf(owner, brand));
  if (score >= wanted || sequence.every(({ pattern }) => pattern === 'bruteforce')) return null;
  return `${TOO_EASY}: ${lowerFirst(REASONS[feedback.warning ?? ''] ?? NO_REASON)}`;
}

const knownOf = ({ email, fullName = '' }: PasswordOwner, brand: string): string[] => [
  ...new Set([email, fullName, brand, ...`${email} ${fullName} ${brand}`.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2)),
];

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

let judging: Promise<ZxcvbnFactory> | undefined;

/** The dictionaries are large: they are read when the first password is chosen, once. */
function judge(): Promise<ZxcvbnFactory> {
  judging ??= load();
  return judging;
}

async function load(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory: Factory } = await import('@zxcvbn-ts/core');
  const common = await import('@zxcvbn-ts/language-common');
  const english = await import('@zxcvbn-ts/language-en');
  return new Factory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: JUDGED_LENGTH,
  });
}
