import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { showFailure } from './toast.ts'

/** Says that a part of the page could not be loaded. */
export function usePartFailure(): (error: unknown) => void {
  const { t } = useLanguage()
  return (error) => {
    const isAway = error instanceof ApiFailure
    showFailure('partToast', t(isAway ? 'state.unreachable' : 'state.failed'))
  }
}
