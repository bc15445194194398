import { REPORT } from '#api/modules/error-reports/error-report.fixture.ts'
import type { World } from '#tests/access/world.ts'

/** A mutating call with a valid body. */
export interface Write {
  method: 'POST' | 'PUT'
  /** Path below /api/v1. */
  path: string
  body: Record<string, unknown>
}

/** Every API call with a body. */
export function writesOf(world: World): Write[] {
  const { targetDate, voteId, freesId, suggestionId, noticeId, author } = world
  const content = '<p>words</p>'
  return [
    { method: 'POST', path: '/votes', body: { targetDate, vote: 'up', content } },
    { method: 'PUT', path: `/votes/${voteId}`, body: { vote: 'up', content } },
    { method: 'POST', path: `/votes/${voteId}/reaction`, body: { reaction: 'like' } },
    { method: 'POST', path: '/posts/frees', body: { content } },
    { method: 'POST', path: '/posts/notices', body: { content } },
    { method: 'PUT', path: `/posts/frees/${freesId}`, body: { content } },
    { method: 'PUT', path: `/posts/suggestions/${suggestionId}`, body: { content } },
    { method: 'PUT', path: `/posts/notices/${noticeId}`, body: { content } },
    { method: 'POST', path: `/posts/frees/${freesId}/reaction`, body: { reaction: 'like' } },
    { method: 'POST', path: '/profile/update-nickname', body: { nickname: 'Another' } },
    { method: 'POST', path: '/events', body: { events: [{ name: 'login' }] } },
    { method: 'POST', path: '/error-reports', body: { reports: [REPORT] } },
    { method: 'POST', path: '/auth/google', body: { tokenId: 'x' } },
    { method: 'POST', path: '/auth/refresh-token', body: { refreshToken: author.refreshToken } },
    { method: 'POST', path: '/auth/logout', body: { refreshToken: author.refreshToken } },
  ]
}
