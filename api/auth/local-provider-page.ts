import { createHash } from 'node:crypto'
import { type LocalIdentityFault, NAME_LIMIT } from './local-identity.ts'
import { type PageLanguage, pageText } from './local-provider-text.ts'

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

/** What the sign-in form shows: `typed` and `fault` come from a refused attempt. */
export interface SignInPage {
  language: PageLanguage
  typed?: string
  fault?: LocalIdentityFault
}

/** The sign-in form as an HTML document. It posts to its own address and uses no script. */
export function signInPage({ language, typed = '', fault }: SignInPage): string {
  const text = pageText[language]
  const problem = fault
    ? `<p class="fault" id="fault" role="alert">${escapeHtml(text.faults[fault])}</p>`
    : ''
  return document(
    language,
    text.title,
    `<p>${escapeHtml(text.intro)}</p>
<form method="post">
<label for="name">${escapeHtml(text.label)}</label>
<input id="name" name="name" type="text" value="${escapeHtml(typed)}" maxlength="${NAME_LIMIT}" required autofocus autocomplete="username" spellcheck="false" aria-describedby="${fault ? 'fault hint' : 'hint'}"${fault ? ' aria-invalid="true"' : ''}>
${problem}
<p class="hint" id="hint">${escapeHtml(text.hint)}</p>
<div class="buttons">
<button class="act" name="action" value="sign-in">${escapeHtml(text.submit)}</button>
<button name="action" value="cancel" formnovalidate>${escapeHtml(text.cancel)}</button>
</div>
</form>`,
  )
}

/** The page for a sign-in that cannot go on, with the protocol's error code when there is one. */
export function failurePage(language: PageLanguage, code?: string): string {
  const text = pageText[language]
  const detail = code ? `<p><code>${escapeHtml(code)}</code></p>` : ''
  return document(language, text.expiredTitle, `<p>${escapeHtml(text.expired)}</p>${detail}`)
}

/**
 * The headers of both pages. Browsers apply `form-action` to the redirects that follow a form too,
 * so the client's own origin (`returnOrigin`) has to be in it.
 */
export function pageHeaders(returnOrigin?: string): Record<string, string> {
  const formAction = returnOrigin ? `'self' ${returnOrigin}` : "'self'"
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
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
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
