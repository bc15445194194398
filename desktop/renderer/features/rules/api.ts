import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'

/** Implied against observed chances of calls made here and of the back-test. */
export function useCalibration() {
  const { api, session } = useServices()
  return useQuery({
    queryKey: queryKeys.calibration,
    meta: { isPublic: true },
    queryFn: () => session.call(() => api.offers.calibration.get()),
  })
}
