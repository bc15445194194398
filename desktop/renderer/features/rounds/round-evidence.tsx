import { Section } from '#desktop/renderer/components/section.tsx'
import { useExchangeName } from '#desktop/renderer/features/market/use-exchange-name.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Evidence, RoundDetail } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import styles from './round-evidence.module.css'

/** The candles behind the reference price and the settlement price. */
export function RoundEvidence({ round }: { round: RoundDetail }) {
  const t = useTexts(roundsTexts)
  const missing = t(round.status === 'void' ? 'round.evidence.notFound' : 'round.evidence.none')
  return (
    <Section heading={t('round.evidence')}>
      <dl className={styles.evidence}>
        <dt>{t('round.evidence.reference')}</dt>
        <dd>{round.reference ? <EvidenceText evidence={round.reference} /> : missing}</dd>
        <dt>{t('round.evidence.settlement')}</dt>
        <dd>{round.settlement ? <EvidenceText evidence={round.settlement} /> : missing}</dd>
      </dl>
    </Section>
  )
}

function EvidenceText({ evidence }: { evidence: Evidence }) {
  const t = useTexts(roundsTexts)
  const { format } = useLanguage()
  const nameOf = useExchangeName()
  return (
    <>
      {t('round.evidence.text', {
        exchange: nameOf(evidence.exchange),
        time: format.date(Date.parse(evidence.candleTime)),
        read: format.date(Date.parse(evidence.readAt)),
        price: format.price(evidence.price, 2),
      })}
    </>
  )
}
