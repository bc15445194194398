import { DELETED_NICKNAME } from './deleted-user.ts'
import { nameSkeleton } from './name-skeleton.ts'

/** Names that claim to speak for the site: anywhere in a name, and as a word of it. */
const BRAND = nameSkeleton('tidemark')
const WORDS = ['admin', 'administrator', 'official', 'moderator'].map(nameSkeleton)

/** Ordinary words for traders, reserved where the whole name is a role: Support, CustomerSupportTeam. */
const ROLES = ['support', 'helpdesk', 'staff', 'customerservice', 'customercenter']
const BEFORE = ['', 'the', 'site', 'live', 'online', 'user', 'member', 'customer', 'trader', 'tech']
const AFTER = ['', 's', 'team', 'desk', 'center', 'agent', 'online', 'manager', 'help', 'account']
const ROLE_NAMES = new Set(
  BEFORE.flatMap((before) =>
    ROLES.flatMap((role) => AFTER.map((after) => nameSkeleton(before + role + after))),
  ),
)

const KOREAN = ['타이드마크', '운영자', '관리자']
/** At the start of a name only: 자산관리팀 is somebody's department. */
const KOREAN_ROLE =
  /^(?:공식|사이트|홈페이지)?(?:운영진|운영팀|관리팀|관리진|고객센터|고객지원|고객상담)/u

/** Shown in place of the author of an erased account. */
const ERASED = [DELETED_NICKNAME.toLowerCase(), '삭제된사용자']

/** The nickname of users who chose none; its code is somebody's. Names such as trader-Joseph are not. */
const DEFAULT_NAME = /^(.+)[^\p{L}\p{N}]([0-9A-Z]{6}|(?=\D*\d)[0-9A-Za-z]{6})$/u
const DEFAULT_PREFIX = nameSkeleton('trader')

function isDefaultName(name: string): boolean {
  const [, prefix, code] = DEFAULT_NAME.exec(name.normalize('NFKC')) ?? []
  return code !== undefined && nameSkeleton(prefix ?? '') === DEFAULT_PREFIX
}

/**
 * Whether a name, or a word of it, is reserved in any case or look-alike form, also with digits around it
 * or its letters spaced. Part of a longer word is allowed: badminton.
 */
export function isReservedName(name: string): boolean {
  const hangul = name.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  if (KOREAN.some((word) => hangul.includes(word)) || KOREAN_ROLE.test(hangul)) return true
  if (ERASED.includes(hangul.toLowerCase()) || isDefaultName(name)) return true
  const words = name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{M}\p{N}\p{So}@|!$]+/u)
    .concat(name.split(/[^\p{L}\p{M}\p{N}\p{So}@|!$]+/u))
    .flatMap((word) => [word, word.replace(/^\p{N}+|\p{N}+$/gu, '')])
  const joined = name.replace(/[^\p{L}\p{M}\p{N}\p{So}@|!$]/gu, '')
  const whole = [joined, joined.replace(/^\p{N}+|\p{N}+$/gu, '')].map(nameSkeleton)
  return (
    whole.some((one) => one.includes(BRAND) || ROLE_NAMES.has(one)) ||
    [joined, ...words].some((word) => WORDS.includes(nameSkeleton(word)))
  )
}
