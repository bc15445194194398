import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { CrowdPick as Pick } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'

interface CrowdPickProps {
  /** Null while it is hidden, or when nobody named a direction. */
  pick: Pick | null
  /** Null before settlement and where it does not count. */
  isRight: boolean | null
}

/** The direction that most people called, and whether it came true. */
export function CrowdPick({ pick, isRight }: CrowdPickProps) {
  const t = useTexts(roundsTexts)
  if (pick === null) return <>—</>
  if (pick === 'split') return <small>{t('pick.split')}</small>
  return (
    <>
      <DirectionMark choice={pick} />
      {isRight !== null && <small> {t(isRight ? 'pick.right' : 'pick.wrong')}</small>}
    </>
  )
}
