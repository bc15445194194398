import { createHash } from 'node:crypto'
import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import { signInTexts } from '#shared/i18n/desktop/sign-in.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'

/** Outcome that the page reports; `notOurs` for an unexpected request. */
export type EndPage = SignInOutcome | 'notOurs'

// Colors of the interface's tokens; the page loads no other file.
const STYLE = `
:root{color-scheme:light dark;--page:light-dark(#f3f6f9,#0c1116);--surface:light-dark(#fff,#141b22);--line:light-dark(#d9e1e9,#25303a);--text:light-dark(#13202c,#e7eef5);--soft:light-dark(#4e5e6d,#a2b1bf);--good:light-dark(#17703a,#4fc58c);--bad:light-dark(#b3261e,#ff8f87)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI","Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans CJK KR",sans-serif;word-break:keep-all}
main{width:100%;max-width:420px;padding:32px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
.name{margin:0 0 16px;font-size:13px;font-weight:600;color:var(--soft)}
h1{margin:0 0 8px;font-size:20px;line-height:1.25}
h1.good{color:var(--good)}
h1.bad{color:var(--bad)}
p{margin:0;color:var(--soft)}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const TONES: Partial<Record<EndPage, string>> = {
  signedIn: 'good',
  linked: 'good',
  taken: 'bad',
  limit: 'bad',
  reauthenticate: 'bad',
  otherAccount: 'bad',
  failed: 'bad',
  banned: 'bad',
  noResponse: 'bad',
  providerDown: 'bad',
  misconfigured: 'bad',
  notOurs: 'bad',
}

/** HTML of the page: no scripts, links, resources or secrets. */
export function endPage(about: EndPage, locale: Locale): string {
  const t = translator(signInTexts, locale)
  const tone = TONES[about]
  const title = t(`signIn.${about}.title`)
  return `<!doctype html>
<html lang="${locale === 'ko-KR' ? 'ko' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Tidemark</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="name">Tidemark</p>
<h1${tone ? ` class="${tone}"` : ''}>${title}</h1>
<p>${t(`signIn.${about}.text`)}</p>
</main>
</body>
</html>
`
}

/** Headers of every response of the loopback server. */
export const END_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  Connection: 'close',
}
