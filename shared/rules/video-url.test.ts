import { expect, test } from 'bun:test'
import { EMBED_HOSTS, EMBED_ORIGINS } from './embed-hosts.ts'
import { parseVideoUrl } from './video-url.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
const EMBEDS: Record<string, string> = {
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ': YOUTUBE,
  'https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=1': YOUTUBE,
  'http://youtube.com/watch?v=dQw4w9WgXcQ': YOUTUBE,
  'https://m.youtube.com/shorts/dQw4w9WgXcQ': YOUTUBE,
  'https://youtu.be/dQw4w9WgXcQ?si=x': YOUTUBE,
  '//www.youtube.com/embed/dQw4w9WgXcQ': YOUTUBE,
  'youtube.com/watch?v=dQw4w9WgXcQ': YOUTUBE,
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0': YOUTUBE,
  'https://vimeo.com/123456789': 'https://player.vimeo.com/video/123456789',
  'https://www.dailymotion.com/video/x8abcde': 'https://www.dailymotion.com/embed/video/x8abcde',
  'https://dai.ly/x8abcde': 'https://www.dailymotion.com/embed/video/x8abcde',
  'https://tv.naver.com/v/12345678': 'https://tv.naver.com/embed/12345678',
  'https://tv.kakao.com/v/123456789': 'https://tv.kakao.com/embed/player/cliplink/123456789',
  'https://tv.kakao.com/channel/12/cliplink/123456789':
    'https://tv.kakao.com/embed/player/cliplink/123456789',
}

for (const [typed, src] of Object.entries(EMBEDS)) {
  test(typed, () => {
    const embed = { kind: 'embed', src, width: 640, height: 360 } as const
    expect(parseVideoUrl(typed)).toEqual(embed)
    expect(parseVideoUrl(src)).toEqual(embed)
    expect(EMBED_ORIGINS).toContain(new URL(src).origin)
  })
}

test('accepts files over https', () => {
  for (const ending of ['mp4', 'ogg', 'ogv', 'webm', 'MP4', 'mp4?x=1']) {
    const src = `https://a.b/c.${ending}`
    expect(parseVideoUrl(` ${src} `)).toEqual({ kind: 'file', src })
  }
})

test('rejects anything else', () => {
  for (const typed of [
    '',
    'dQw4w9WgXcQ',
    'https://a.b/c',
    'https://a.b/c.mp4.exe',
    'http://a.b/c.mp4',
    'https://user:secret@a.b/c.mp4',
    'javascript:alert(1)//.mp4',
    'data:video/mp4;base64,AAAA',
    'https://www.youtube.com/',
    'https://www.youtube.com/playlist?list=dQw4w9WgXcQ',
    'https://www.youtube.com.evil.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com@evil.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com:444/embed/dQw4w9WgXcQ',
  ]) {
    expect(parseVideoUrl(typed)).toBeNull()
  }
})

test('embeds every host over https from its own origin', () => {
  for (const { origin } of EMBED_HOSTS) expect(new URL(origin).origin).toBe(origin)
})
