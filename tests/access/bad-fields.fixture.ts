import { REPORT } from '#api/modules/error-reports/error-report.fixture.ts'
import type { World } from './world.ts'

/** Invalid values by description, each with the expected reply. */
type InvalidValues = Record<string, [value: unknown, answer: string]>

interface BadField {
  /** Method and path; {vote} and {frees} are replaced by existing ids. */
  call: string
  field: string
  /** A valid body. */
  base: (world: World) => object
  ways: InvalidValues
}

const TYPES: [string, unknown][] = [
  ['null', null],
  ['a number', 1],
  ['a boolean', true],
  ['a list', []],
  ['an object', { a: 1 }],
]

/** The wrong types for a string field, all with the same reply. */
const noText = (answer: string): InvalidValues =>
  Object.fromEntries(TYPES.map(([name, value]) => [name, [value, answer]]))

const nul = { 'U+0000': ['a\0b', '422 INVALID'] } satisfies InvalidValues

const direction: InvalidValues = {
  missing: [undefined, '422 DIRECTION_REQUIRED vote'],
  ...noText('422 DIRECTION_REQUIRED vote'),
  ...nul,
  empty: ['', '422 DIRECTION_REQUIRED vote'],
  'another word': ['sideways', '422 DIRECTION_REQUIRED vote'],
  'in capitals': ['UP', '422 DIRECTION_REQUIRED vote'],
  'too long': ['up'.repeat(1000), '422 DIRECTION_REQUIRED vote'],
  'half a character': ['\ud800', '422 DIRECTION_REQUIRED vote'],
}

const reaction: InvalidValues = {
  missing: [undefined, '422 INVALID reaction'],
  ...noText('422 INVALID reaction'),
  ...nul,
  empty: ['', '422 INVALID reaction'],
  'another word': ['love', '422 INVALID reaction'],
  'half a character': ['\udfff', '422 INVALID reaction'],
}

/**
 * `valid` is the reply for an empty note, since a note may be missing or empty; `long` the one for a
 * note of an accepted size that exceeds the limit once cleaned.
 */
const note = (valid: string, long = '413 CONTENT_TOO_LONG content'): InvalidValues => ({
  missing: [undefined, valid],
  empty: ['', valid],
  ...noText('422 INVALID content'),
  ...nul,
  'too long': ['x'.repeat(65_537), '413 CONTENT_TOO_LONG content'],
  'too long when cleaned': ['x'.repeat(32_768), long],
})

const text: InvalidValues = {
  missing: [undefined, '422 CONTENT_REQUIRED content'],
  empty: ['', '422 CONTENT_REQUIRED content'],
  ...noText('422 INVALID content'),
  ...nul,
  'too long': ['x'.repeat(65_537), '413 CONTENT_TOO_LONG content'],
  'too long when cleaned': ['x'.repeat(32_768), '413 CONTENT_TOO_LONG content'],
}

/** A token of at most `most` characters. */
const token = (field: string, most: number, unknown: string): InvalidValues => ({
  empty: ['', `422 INVALID ${field}`],
  ...noText(`422 INVALID ${field}`),
  ...nul,
  'too long': ['x'.repeat(most + 1), `422 INVALID ${field}`],
  'as long as can be': ['x'.repeat(most), unknown],
  unknown: ['nobody.has.this', unknown],
  'half a character': ['\ud800', unknown],
})

const reports: InvalidValues = {
  missing: [undefined, '422 INVALID reports'],
  'not a list': [REPORT, '422 INVALID reports'],
  empty: [[], '422 INVALID reports'],
  'too many': [Array(6).fill(REPORT), '422 INVALID reports'],
  'not an object': [['login'], '422 INVALID reports.0'],
  'a field too many': [[{ ...REPORT, user: 1 }], '422 INVALID reports.0.user'],
  'an unknown kind': [[{ ...REPORT, kind: 'x' }], '422 INVALID reports.0.kind'],
  'a name that is none': [[{ ...REPORT, name: 'My draft' }], '422 INVALID reports.0.name'],
  'a long text': [[{ ...REPORT, message: 'x'.repeat(501) }], '422 INVALID reports.0.message'],
  'a long stack': [[{ ...REPORT, stack: 'x'.repeat(4_001) }], '422 INVALID reports.0.stack'],
  'an address with an id': [[{ ...REPORT, route: '/vote/view/7' }], '422 INVALID reports.0.route'],
  'another version': [[{ ...REPORT, version: '1 2' }], '422 INVALID reports.0.version'],
}

const events: InvalidValues = {
  missing: [undefined, '422 INVALID events'],
  null: [null, '422 INVALID events'],
  'not a list': [{ name: 'login' }, '422 INVALID events'],
  empty: [[], '422 INVALID events'],
  'too many': [Array(51).fill({ name: 'login' }), '422 INVALID events'],
  'not an object': [['login'], '422 INVALID events.0'],
  'no name': [[{}], '422 INVALID events.0.name'],
  'an unknown name': [[{ name: 'x' }], '422 INVALID events.0.name'],
  'a second one that is wrong': [[{ name: 'login' }, { name: 1 }], '422 INVALID events.1.name'],
  'a field too many': [[{ name: 'login', user: 1 }], '422 INVALID events.0.user'],
  'an address with an id': [
    [{ name: 'login', route: '/vote/view/7' }],
    '422 INVALID events.0.route',
  ],
  'a long route': [[{ name: 'login', route: `/${'a'.repeat(64)}` }], '422 INVALID events.0.route'],
  'another locale': [[{ name: 'login', locale: 'fr-FR' }], '422 INVALID events.0.locale'],
  'another platform': [[{ name: 'login', platform: 'tv' }], '422 INVALID events.0.platform'],
}

const someVote = ({ targetDate }: World) => ({ targetDate, vote: 'up', content: '' })
const edit = () => ({ vote: 'up', content: '' })

/** Invalid values for every field of every API body. */
export const FIELDS: BadField[] = [
  {
    call: 'POST /auth/google',
    field: 'tokenId',
    base: () => ({ tokenId: 'x' }),
    ways: {
      missing: [undefined, '422 INVALID tokenId'],
      ...token('tokenId', 7168, '401 ID_TOKEN_INVALID'),
    },
  },
  {
    call: 'POST /auth/google',
    field: 'nonce',
    base: () => ({ tokenId: 'x' }),
    ways: {
      empty: ['', '422 INVALID nonce'],
      ...noText('422 INVALID nonce'),
      ...nul,
      'too short': ['x'.repeat(31), '422 INVALID nonce'],
      'too long': ['x'.repeat(129), '422 INVALID nonce'],
      unknown: ['x'.repeat(43), '401 ID_TOKEN_INVALID'],
    },
  },
  {
    call: 'POST /auth/refresh-token',
    field: 'refreshToken',
    base: () => ({ refreshToken: 'x' }),
    ways: {
      missing: [undefined, '422 INVALID refreshToken'],
      ...token('refreshToken', 512, '401 REFRESH_INVALID'),
    },
  },
  {
    call: 'POST /auth/logout',
    field: 'refreshToken',
    base: () => ({ refreshToken: 'x' }),
    // A valid token would end the session of these tests.
    ways: {
      empty: ['', '422 INVALID refreshToken'],
      ...noText('422 INVALID refreshToken'),
      ...nul,
      'too long': ['x'.repeat(513), '422 INVALID refreshToken'],
    },
  },
  {
    call: 'POST /profile/update-nickname',
    field: 'nickname',
    base: () => ({ nickname: 'x' }),
    ways: {
      missing: [undefined, '422 NICKNAME_EMPTY nickname'],
      ...noText('422 INVALID nickname'),
      ...nul,
      empty: ['', '422 NICKNAME_EMPTY nickname'],
      blank: [' \t\u00a0 ', '422 NICKNAME_EMPTY nickname'],
      invisible: ['\u200b\u202e\u3164', '422 NICKNAME_EMPTY nickname'],
      '21 characters': ['n'.repeat(21), '422 NICKNAME_TOO_LONG nickname'],
      '201 characters': ['n'.repeat(201), '422 NICKNAME_TOO_LONG nickname'],
      '20 of two units': ['🌊'.repeat(20), '200'],
      'half a character': ['a\ud800', '200'],
    },
  },
  {
    call: 'POST /votes',
    field: 'targetDate',
    base: someVote,
    ways: {
      missing: [undefined, '422 INVALID targetDate'],
      ...noText('422 INVALID targetDate'),
      ...nul,
      empty: ['', '422 INVALID targetDate'],
      'a day': ['2026-11-26', '422 INVALID targetDate'],
      'another zone': ['2026-11-26T09:00:00.000+09:00', '422 INVALID targetDate'],
      'too many digits': ['2026-11-26T00:00:00.0000Z', '422 INVALID targetDate'],
      'a thirteenth month': ['2026-13-26T00:00:00.000Z', '422 INVALID targetDate'],
      'half a character': ['\ud800', '422 INVALID targetDate'],
    },
  },
  { call: 'POST /votes', field: 'vote', base: someVote, ways: direction },
  {
    call: 'POST /votes',
    field: 'content',
    base: someVote,
    // A second vote is refused before its long note is cleaned.
    ways: note('409 ALREADY_VOTED', '409 ALREADY_VOTED'),
  },
  { call: 'PUT /votes/{vote}', field: 'vote', base: edit, ways: direction },
  { call: 'PUT /votes/{vote}', field: 'content', base: edit, ways: note('200') },
  {
    call: 'POST /votes/{vote}/reaction',
    field: 'reaction',
    base: () => ({ reaction: 'like' }),
    ways: reaction,
  },
  { call: 'POST /posts/frees', field: 'content', base: () => ({ content: 'x' }), ways: text },
  {
    call: 'PUT /posts/frees/{frees}',
    field: 'content',
    base: () => ({ content: 'x' }),
    ways: text,
  },
  {
    call: 'POST /posts/frees/{frees}/reaction',
    field: 'reaction',
    base: () => ({ reaction: 'like' }),
    ways: reaction,
  },
  {
    call: 'POST /events',
    field: 'events',
    base: () => ({ events: [{ name: 'login' }] }),
    ways: events,
  },
  {
    call: 'POST /error-reports',
    field: 'reports',
    base: () => ({ reports: [REPORT] }),
    ways: reports,
  },
]
