import { createHash } from 'node:crypto'
import { escapeMarkup } from '#shared/html/escape.ts'
import { type LocalIdentityFault, NAME_LIMIT } from './local-identity.ts'

export type PageLanguage = 'en' | 'ko'

interface PageText {
  title: string
  intro: string
  label: string
  hint: string
  submit: string
  cancel: string
  faults: Record<LocalIdentityFault, string>
  expiredTitle: string
  expired: string
}

/** All texts of the embedded provider's pages. */
const pageText: Record<PageLanguage, PageText> = {
  en: {
    title: 'Sign in to Tidemark',
    intro: 'Google sign-in is not set up on this computer, so a name is enough.',
    label: 'Your name',
    hint: 'An e-mail address works too. The same name is always the same account.',
    submit: 'Sign in',
    cancel: 'Cancel',
    faults: {
      empty: 'Please enter a name.',
      'too-long': 'Use at most 64 characters.',
      unusable: 'Use a name with letters or digits, or a complete e-mail address.',
    },
    expiredTitle: 'This sign-in cannot continue',
    expired: 'It has expired or was not started properly. Go back to Tidemark and sign in again.',
  },
  ko: {
    title: 'Tidemark 로그인',
    intro: '이 컴퓨터에는 Google 로그인이 설정되어 있지 않아 이름만으로 로그인합니다.',
    label: '이름',
    hint: '이메일 주소를 입력해도 됩니다. 같은 이름은 항상 같은 계정입니다.',
    submit: '로그인',
    cancel: '취소',
    faults: {
      empty: '이름을 입력해 주세요.',
      'too-long': '64자 이하로 입력해 주세요.',
      unusable: '글자나 숫자가 있는 이름 또는 올바른 이메일 주소를 입력해 주세요.',
    },
    expiredTitle: '로그인을 계속할 수 없습니다',
    expired: '만료되었거나 올바르게 시작되지 않았습니다. Tidemark로 돌아가 다시 로그인해 주세요.',
  },
}

/**
 * The language of a page: the first supported of `uiLocales` (space separated, OpenID Connect Core
 * 3.1.2.1), else the browser's preference, else English.
 */
export function pageLanguage(uiLocales: unknown, accepted: string | false): PageLanguage {
  const wished = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  for (const tag of [...wished, accepted || 'en']) {
    const [language] = tag.toLowerCase().split('-')
    if (language === 'ko' || language === 'en') return language
  }
  return 'en'
}

const STYLE = `
:root{color-scheme:light dark;--page:#f4f6f8;--card:#fff;--text:#17202a;--soft:#4d5a68;--line:#75818e;--act:#1257b8;--on-act:#fff;--bad:#a8231b}
@media(prefers-color-scheme:dark){:root{--page:#11161c;--card:#1a2129;--text:#e9eef3;--soft:#aab6c2;--line:#7d8996;--act:#8ab8f8;--on-act:#0c1b2e;--bad:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:400px;padding:32px;border-radius:12px;background:var(--card)}
h1{margin:0 0 8px;font-size:1.5rem;line-height:1.25}
p{margin:0 0 16px;color:var(--soft)}
label{display:block;margin-bottom:4px;font-weight:600}
input{width:100%;height:44px;padding:0 12px;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:8px}
.hint{margin:4px 0 24px;font-size:.875rem}
.fault{margin:4px 0 0;color:var(--bad);font-weight:600}
.buttons{display:flex;flex-wrap:wrap;gap:8px}
button{flex:1;min-height:44px;padding:0 16px;font:inherit;font-weight:600;border-radius:8px;cursor:pointer;color:var(--text);background:transparent;border:1px solid var(--line)}
button.act{color:var(--on-act);background:var(--act);border-color:var(--act)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Content of the sign-in form; `typed` and `fault` come from a rejected attempt. */
export interface SignInPage {
  language: PageLanguage
  typed?: string
  fault?: LocalIdentityFault
}

/** The sign-in form as an HTML document. It posts to its own address and uses no script. */
export function signInPage({ language, typed = '', fault }: SignInPage): string {
  const text = pageText[language]
  const problem = fault
    ? `<p class="fault" id="fault" role="alert">${escapeMarkup(text.faults[fault])}</p>`
    : ''
  return document(
    language,
    text.title,
    `<p>${escapeMarkup(text.intro)}</p>
<form method="post">
<label for="name">${escapeMarkup(text.label)}</label>
<input id="name" name="name" type="text" value="${escapeMarkup(typed)}" maxlength="${NAME_LIMIT}" required autofocus autocomplete="username" spellcheck="false" aria-describedby="${fault ? 'fault hint' : 'hint'}"${fault ? ' aria-invalid="true"' : ''}>
${problem}
<p class="hint" id="hint">${escapeMarkup(text.hint)}</p>
<div class="buttons">
<button class="act" name="action" value="sign-in">${escapeMarkup(text.submit)}</button>
<button name="action" value="cancel" formnovalidate>${escapeMarkup(text.cancel)}</button>
</div>
</form>`,
  )
}

/** The page of a failed sign-in, with the OAuth error code if there is one. */
export function failurePage(language: PageLanguage, code?: string): string {
  const text = pageText[language]
  const detail = code ? `<p><code>${escapeMarkup(code)}</code></p>` : ''
  return document(language, text.expiredTitle, `<p>${escapeMarkup(text.expired)}</p>${detail}`)
}

/** The listener of the desktop app. */
const LOOPBACK = 'http://127.0.0.1:*'

/**
 * Headers of both pages. Browsers apply `form-action` to redirects after a form as well, so it has to
 * include the server's origin and those that it redirects to (`returnOrigins`).
 */
export function pageHeaders(returnOrigins?: readonly string[]): Record<string, string> {
  const formAction = ["'self'", ...(returnOrigins ? [...returnOrigins, LOOPBACK] : [])].join(' ')
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
}

function document(language: PageLanguage, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(title)}</h1>
${body}
</main>
</body>
</html>
`
}
