import { matchPath } from 'react-router-dom'
import { PATHS } from '#shared/rules/paths.ts'

const BY_LENGTH = Object.values(PATHS).sort((one, other) => other.length - one.length)

/** The pattern of a path, such as `/vote/view/:id`; `/` for a path that has no screen. */
export function routePattern(path: string): string {
  const found = BY_LENGTH.find((pattern) => matchPath(pattern, path))
  return found ?? PATHS.home
}
