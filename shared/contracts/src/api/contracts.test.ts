import { describe, expect, it } from '@jest/globals';
import { calls, callPath } from './calls';
import { contactRequestSchema } from './contact';
import { demoCreationSchema } from './demos';
import { profileUpdateSchema } from './profile';
import { signupRequestSchema } from './signup';
import { CODE_MESSAGE, PHONE_MESSAGE, codeSchema, phoneSchema } from './text';

const firstMessage = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues[0]?.message;

describe('phone', () => {
  it.each(['+12345678901', '+123456789012345'])('accepts %s', (phone) => expect(phoneSchema.safeParse(phone).success).toBe(true));

  it.each(['', '12345678901', '+1234567890', '+1234567890123456', '+1 234 567 8901', '+12345678901\n', '+1234567890a'])(
    'refuses %j',
    (phone) => expect(firstMessage(phoneSchema.safeParse(phone))).toBe(PHONE_MESSAGE),
  );
});

describe('peer group code', () => {
  it.each(['ab', 'SELF-4E', 'A_1-b', '0123456789'])('accepts %s', (code) => expect(codeSchema.safeParse(code).success).toBe(true));

  it.each(['', 'a', '01234567890', 'a b', 'é2', 'ab\n'])('refuses %j', (code) =>
    expect(firstMessage(codeSchema.safeParse(code))).toBe(CODE_MESSAGE),
  );
});

describe('forms', () => {
  const signup = {
    full_name: ' Ada Byron ',
    email: 'ada@example.com',
    phone: '+12345678901',
    location: 'Albany, New York',
    has_accepted_privacy: true,
    has_accepted_terms: true,
    code: 'SELF-4E',
    recaptchaToken: 'token',
  };

  it('trims texts', () => expect(signupRequestSchema.parse(signup).full_name).toBe('Ada Byron'));

  it.each(['has_accepted_privacy', 'has_accepted_terms'])('refuses a sign-up without %s', (field) =>
    expect(firstMessage(signupRequestSchema.safeParse({ ...signup, [field]: false }))).toBe('You must agree before submitting.'),
  );

  it.each([
    'ada+list@example.com',
    "o'neil@example.com",
    'a&b=c/d#1@mail.example.co',
    'ADA@Example.COM',
    'ivan@xn--80a1acny.xn--p1ai',
    'ada@example.XN--VERMGENSBERATER-CTB',
    'a-@1.b--c.co',
  ])('accepts the address %s', (email) => expect(signupRequestSchema.safeParse({ ...signup, email }).success).toBe(true));

  it.each([
    'ada',
    'ada@example',
    '@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'a,b@example.com',
    'a b@c.de',
    'a@b-.co',
    'a@-b.co',
    'a@b.c-d',
    'a@b.xn--',
    'a@b.xn--p1ai-',
    'a@b..co',
  ])('refuses the address %s', (email) =>
    expect(firstMessage(signupRequestSchema.safeParse({ ...signup, email }))).toBe('Enter a valid email address'),
  );

  it('refuses an interest that is not on the list, control characters and halves of a character', () => {
    const contact = {
      goal: 'other',
      name: 'Ada',
      email: 'ada@example.com',
      phone: '+12345678901',
      message: 'Hello\nthere',
      recaptchaToken: 't',
    };
    expect(contactRequestSchema.safeParse(contact).success).toBe(true);
    expect(contactRequestSchema.safeParse({ ...contact, goal: 'anything' }).success).toBe(false);
    expect(contactRequestSchema.safeParse({ ...contact, name: 'A\u0000' }).success).toBe(false);
    expect(contactRequestSchema.safeParse({ ...contact, message: 'A\u0000' }).success).toBe(false);
    expect(contactRequestSchema.safeParse({ ...contact, name: 'Ada \u{1f600}', message: '\u{1f600}' }).success).toBe(true);
    for (const control of ['\u0085', '\u009b2J']) {
      expect(contactRequestSchema.safeParse({ ...contact, name: `A${control}` }).success).toBe(false);
      expect(contactRequestSchema.safeParse({ ...contact, message: `A${control}` }).success).toBe(false);
    }
    for (const lineEnd of ['\u2028', '\u2029']) {
      expect(contactRequestSchema.safeParse({ ...contact, name: `Ada${lineEnd}Byron` }).success).toBe(false);
      expect(contactRequestSchema.safeParse({ ...contact, message: `Ada${lineEnd}Byron` }).success).toBe(true);
    }
    expect(contactRequestSchema.safeParse({ ...contact, name: 'Ada \ud83d' }).success).toBe(false);
    expect(contactRequestSchema.safeParse({ ...contact, message: '\ude00' }).success).toBe(false);
  });

  it.each(['', ' ', '\u200b', '\u2060\u00ad', '\u3164', '\u2800 \u2800', '\u{e0041}'])(
    'refuses the name %j, of which nothing is to be seen',
    (full_name) =>
      expect(signupRequestSchema.safeParse({ ...signup, full_name }).error?.issues.map(({ message }) => message)).toEqual([
        'Enter your full name',
      ]),
  );

  it.each(['', ' \n ', '\u200b', '\u2060\n\u00ad', '\u2800 \u2800'])('refuses the text %j, of which nothing is to be seen', (text) => {
    const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
      result.error?.issues.map(({ message }) => message);
    expect(messagesOf(contactRequestSchema.shape.message.safeParse(text))).toEqual(['Enter your question']);
    expect(messagesOf(demoCreationSchema.shape.description.safeParse(text))).toEqual(['Enter a description']);
  });

  it.each(['Zoë', '王小明', 'عمر', 'अनीता', '\u{1f469}\u200d\u{1f680}', 'O\u2019Neil'])('accepts the name %s', (full_name) =>
    expect(signupRequestSchema.safeParse({ ...signup, full_name }).success).toBe(true),
  );

  it('accepts web addresses only as the address of a demo', () => {
    const demo = (url: string) => demoCreationSchema.safeParse({ demo_kind_id: 1, url, description: 'A demo' }).success;
    expect(['https://example.com/a?b=c#d', 'HTTPS://Example.com/demo', 'Http://example.com'].map(demo)).toEqual([true, true, true]);
    expect(['https://a.example/a|b', 'https://a.example/{id}?q=`x`^2'].map(demo)).toEqual([true, true]);
    expect(
      ['javascript:alert(1)', 'example.com', 'ftp://example.com', 'https://', 'https://a b', 'https://a.example/\ud800'].map(demo),
    ).toEqual(Array.from({ length: 6 }, () => false));
  });
});

describe('profile', () => {
  const update = { notify_opt_in: true, profile_visibility: 'sharable', goals: { 'elevate-1': true }, goals_personal: {} };

  it('accepts sharable and private, and refuses public', () => {
    const visibility = (profile_visibility: string) => profileUpdateSchema.safeParse({ ...update, profile_visibility }).success;
    expect(['sharable', 'private', 'public'].map(visibility)).toEqual([true, true, false]);
  });

  it('refuses goals that do not exist', () => {
    expect(profileUpdateSchema.safeParse({ ...update, goals: { fame: true } }).success).toBe(false);
  });
});

describe('calls', () => {
  it('puts parameters into the path', () => expect(callPath(calls.savePlayerDemo, { id: 7 })).toBe('/demos/player/7'));

  const OF_THE_SPECIFICATION = [
    'public POST /contact',
    'public POST /signup',
    'player GET /user/profile',
    'player PUT /user/profile',
    'player PUT /user/profile/photo',
    'player GET /project/',
    'public GET /draft/playbooks',
    'player GET /user/draft/playbooks',
    'public GET /draft/playbook/{id}',
    'player GET /user/draft/playbook/{id}',
    'public GET /draft/demos',
    'player GET /demos/player',
    'player POST /demos/player',
    'player PUT /demos/player/{id}',
    'player DELETE /demos/player/{id}',
    'player GET /playbooks/player',
    'player POST /playbooks/player',
    'player PUT /playbooks/player/{id}',
    'player DELETE /playbooks/player/{id}',
  ];

  /** The challenge of the bot check, the logged-in check whose path the specification does not show, and the player's rights over their data. */
  const OUR_OWN = [
    'public GET /bot-check/challenge',
    'player GET /user/session',
    'player GET /user/export',
    'player POST /user/deletion',
    'player DELETE /user/deletion',
  ];

  it('are the calls of the specification, and the product’s own', () => {
    const declared = Object.values(calls).map(({ method, path, access }) => `${access} ${method} ${path}`);
    expect(declared.toSorted()).toEqual([...OF_THE_SPECIFICATION, ...OUR_OWN].toSorted());
  });
});
