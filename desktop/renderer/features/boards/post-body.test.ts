import { expect, test } from 'bun:test'
import { toPostBody } from './post-body.ts'

const TEXT = '<p>tide</p>'

test('a post consists of its text, and a notice of its priority too', () => {
  expect(toPostBody('frees', TEXT, '99')).toEqual({ body: { content: TEXT } })
  expect(toPostBody('suggestions', TEXT, '')).toEqual({ body: { content: TEXT } })
  expect(toPostBody('notices', TEXT, '7')).toEqual({ body: { content: TEXT, priority: 7 } })
  expect(toPostBody('notices', TEXT, '-')).toEqual({ error: 'priority.invalid' })
})

test.each(['', '  ', '<p></p>', '<p>&nbsp;<br></p>', '<p>\u200b\ufffc</p>'])(
  'rejects the blank text %p',
  (content) => {
    expect(toPostBody('notices', content, '7')).toEqual({ error: 'editor.contentRequired' })
  },
)

test('accepts a picture or a video without text', () => {
  for (const content of ['<p><img src="https://example.com/a.png"></p>', '<video></video>']) {
    expect(toPostBody('frees', content, '')).toEqual({ body: { content } })
  }
})
