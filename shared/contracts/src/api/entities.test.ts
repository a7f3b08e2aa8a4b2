import { describe, expect, it } from '@jest/globals';
import { contactAnswerSchema, contactRefusalSchema, contactRequestSchema } from './contact';
import { demoCreationSchema, demoKindSchema, demoUpdateSchema, playerDemoSchema, playerDemosSchema, publicDemoSchema } from './demos';
import { photoUploadSchema } from './photo';
import { followSchema, playbookSchema, playerPlaybookSchema, playerPlaybooksSchema } from './playbooks';
import { profileSchema, profileUpdateSchema } from './profile';
import { signupAnswerSchema, signupRefusalSchema, signupRequestSchema } from './signup';

const fieldsOf = ({ shape }: { shape: object }) => Object.keys(shape);

describe('has the fields of the specification:', () => {
  it.each([
    ['a contact message', contactRequestSchema, ['goal', 'name', 'email', 'phone', 'message', 'recaptchaToken']],
    [
      'a sign-up',
      signupRequestSchema,
      ['full_name', 'email', 'phone', 'location', 'has_accepted_privacy', 'has_accepted_terms', 'code', 'recaptchaToken'],
    ],
    ['the answer to a contact message', contactAnswerSchema, ['overall', 'notices', 'Name', 'Email', 'Phone', 'Message']],
    [
      'the answer to a sign-up',
      signupAnswerSchema,
      ['overall', 'notices', 'Name', 'Email', 'Phone', 'Location', 'Code', 'Privacy', 'Terms'],
    ],
    ['a demo kind', demoKindSchema, ['id', 'name', 'description']],
    ['a public demo', publicDemoSchema, ['id', 'name', 'description', 'description_2', 'vertical', 'status', 'sponsored', 'is_meta_demo']],
    ["a player's demo", playerDemoSchema, ['id', 'demo_kind_id', 'url', 'description', 'endorsements']],
    ["a player's demos", playerDemosSchema, ['playerDemos', 'demosMap']],
    ['a new demo', demoCreationSchema, ['demo_kind_id', 'url', 'description']],
    ['a changed demo', demoUpdateSchema, ['id', 'url', 'description']],
    [
      'a playbook',
      playbookSchema,
      [
        'id',
        'name',
        'description_1',
        'description_2',
        'description_3',
        'min_size',
        'max_size',
        'memberLevel',
        'is_locked',
        'is_evaluating',
      ],
    ],
    ["a player's playbook", playerPlaybookSchema, ['id', 'playbook_id', 'role']],
    ["a player's playbooks", playerPlaybooksSchema, ['playerPlaybooks', 'playbooksMap']],
    ['a follow', followSchema, ['playbook_id', 'role']],
    ['a changed profile', profileUpdateSchema, ['notify_opt_in', 'profile_visibility', 'goals', 'goals_personal']],
    ['a photo', photoUploadSchema, ['img_type', 'img_base64_data']],
  ])('%s', (_, schema, fields) => expect(fieldsOf(schema).sort()).toEqual(fields.sort()));

  it('a profile, which says besides when it will be erased and where its sharper photo is', () => {
    expect(fieldsOf(profileSchema)).toEqual([
      'full_name',
      'location',
      'email',
      'profile_photo_url',
      'profile_photo_url_2x',
      'notify_opt_in',
      'profile_visibility',
      'goals',
      'goals_personal',
      'tessera_rank',
      'deletion_due_at',
    ]);
  });
});

describe('takes only the values of the specification:', () => {
  const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, values: unknown[]) =>
    values.filter((value) => schema.safeParse(value).success);

  it('the role of a followed playbook', () => {
    expect(takes(playerPlaybookSchema.shape.role, ['produce', 'join', 'watch', ''])).toEqual(['produce', 'join']);
  });

  it('the type of a photo', () => {
    expect(takes(photoUploadSchema.shape.img_type, ['png', 'jpeg', 'gif', 'jpg', ''])).toEqual(['png', 'jpeg']);
  });

  it('the visibility of a profile', () => {
    const values = ['public', 'sharable', 'private', 'friends'];
    expect(takes(profileSchema.shape.profile_visibility, values)).toEqual(['public', 'sharable', 'private']);
  });

  it('the rank of a profile', () => {
    expect(takes(profileSchema.shape.tessera_rank, [-1, 0, 1, 2.5, 4, 5])).toEqual([0, 1, 4]);
  });
});

it('a form is answered by messages overall, with notices and messages of fields where there are any', () => {
  for (const schema of [contactAnswerSchema, signupAnswerSchema]) {
    expect(schema.safeParse({ overall: [] }).success).toBe(true);
    expect(schema.safeParse({ overall: ['A'], notices: ['B'], Email: ['C', 'D'] }).success).toBe(true);
    for (const broken of [{}, { overall: 'A' }, { overall: [], notices: 'B' }, { overall: [], Email: 'C' }])
      expect(schema.safeParse(broken).success).toBe(false);
  }
  const refusal = { code: 'form-refused', error: 'Refused', requestId: 'r', overall: ['A'], Phone: ['B'] };
  for (const schema of [contactRefusalSchema, signupRefusalSchema]) expect(schema.parse(refusal)).toEqual(refusal);
});
