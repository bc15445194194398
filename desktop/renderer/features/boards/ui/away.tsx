import { Navigate } from 'react-router-dom'
import { PATHS } from '#shared/rules/paths.ts'

/** An address that names no board or no post leads home, as every other that has no screen. */
export function Away() {
  return <Navigate to={PATHS.home} replace />
}
