const row = `<tr>${'<td><p>x</p></td>'.repeat(10)}</tr>`
/** Attributes of every link. */
export const LINK = 'target="_blank" rel="noopener noreferrer nofollow ugc"'
/** HTML that every sanitizer leaves unchanged, by name. */
export const VALID: Readonly<Record<string, string>> = {
  'bold, italic, underline, strike':
    '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><b>e</b><i>f</i></p>',
  'superscript, subscript, code': '<p><sup>a</sup><sub>b</sub><code>c &lt; d</code></p>',
  colors: '<p><span style="color: rgb(224, 62, 62); background-color: #112233;">a</span></p>',
  'colors as the editor reads them':
    '<p><span style="color: red;" data-style-type="textColor" data-value="red">a</span></p>',
  'font size and line height': '<p style="font-size: 36px; line-height: 1.5;">a</p>',
  'smallest and largest': '<p style="font-size: 8px; line-height: 3.0;">a</p>',
  alignment: '<p style="text-align: center;" data-text-alignment="center">a</p>',
  lists: '<ul><li><p>a</p><ul><li>b</li></ul></li></ul><ol start="3"><li>c</li></ol>',
  headings: '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
  'quote, rule, line break': '<blockquote>a</blockquote><hr><p>b<br>c</p>',
  'code block': '<pre data-language="js"><code>let a = 1\n\nlet b</code></pre>',
  'table 10 by 10': `<table><tbody>${row.repeat(10)}</tbody></table>`,
  'merged cells': '<table><tbody><tr><td colspan="2" rowspan="3">a</td></tr></tbody></table>',
  'web link': `<p><a href="https://a.b/c?d=e&amp;f=g#h" ${LINK}>x</a></p>`,
  'mail, phone, place, page': ['mailto:a@b.co', 'tel:+8210', '#x', '/vote']
    .map((href) => `<a href="${href}" ${LINK}>x</a>`)
    .join(''),
  picture:
    '<figure><img src="https://a.b/c.png" alt="d" width="300" loading="lazy" decoding="async" referrerpolicy="no-referrer"><figcaption>e</figcaption></figure>',
  'inline picture':
    '<img src="data:image/png;base64,iVBORw0KGgo=" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">',
  'video file':
    '<video src="https://a.b/c.mp4" width="640" controls="" preload="metadata"></video>',
  'embedded video 640 by 360': `<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="640" height="360" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen=""></iframe>`,
  'Korean and emoji': '<p>비트코인 👩‍🚀 🇰🇷 — “인용”</p>',
  'text without tags': 'a & b > c',
}
