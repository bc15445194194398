import { expect, test } from 'bun:test'
import { postBody } from './post-body.ts'

const TEXT = '<p>tide</p>'

test('a post is its text, and on the notices its priority', () => {
  expect(postBody('frees', TEXT, '99')).toEqual({ body: { content: TEXT } })
  expect(postBody('suggestions', TEXT, '')).toEqual({ body: { content: TEXT } })
  expect(postBody('notices', TEXT, '7')).toEqual({ body: { content: TEXT, priority: 7 } })
  expect(postBody('notices', TEXT, '-')).toEqual({ fault: 'priority.invalid' })
})

test.each(['', '  ', '<p></p>', '<p>&nbsp;<br></p>', '<p>\u200b\ufffc</p>'])(
  '%p has nothing to see, and is not sent',
  (content) => {
    expect(postBody('notices', content, '7')).toEqual({ fault: 'editor.contentRequired' })
  },
)

test('a picture or a video alone is something to see', () => {
  for (const content of ['<p><img src="https://example.com/a.png"></p>', '<video></video>']) {
    expect(postBody('frees', content, '')).toEqual({ body: { content } })
  }
})
