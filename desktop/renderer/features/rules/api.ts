import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

/** Implied against observed chances of calls made here and of the back-test. */
export function useCalibration() {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKeys.calibration,
    meta: { isPublic: true },
    queryFn: () => dataOf(api.offers.calibration.get()),
  })
}
