import { useId, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Page } from '#desktop/renderer/components/page.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { LOG_PATHS } from '#shared/contract/endpoints.ts'
import { receiptTexts } from '#shared/i18n/screens/receipts.ts'
import { verifyTexts } from '#shared/i18n/screens/verify.ts'
import { PATHS } from '#shared/rules/paths.ts'
import type { ReceiptFile } from '#shared/rules/receipt-format.ts'
import { useSiteKeys, useVerifyFile, type VerifiedFile } from './api.ts'
import { Statement } from './statement.tsx'
import { UnknownKey } from './unknown-key.tsx'
import { useOutcome, VerificationReport } from './verification-report.tsx'
import styles from './verify-page.module.css'

/** A receipt has about 5 kB. */
const MAX_BYTES = 1_000_000

const WITNESSES = 'proves.witnesses'
const PROVES = ['proves.accepted', 'proves.unchanged', WITNESSES, 'proves.points'] as const
const NOT_PROVES = ['not.author', 'not.key', 'not.prices', 'not.dropped'] as const

/** Checks the receipt of a call from a file, for anybody. */
export function Component() {
  const t = useTexts(verifyTexts)
  const { data: keys } = useSiteKeys()
  const hasWitnesses = keys !== undefined && keys.witnesses.length > 0
  return (
    <Page title={t('title')} back={PATHS.home} lead={<p>{t('lead')}</p>}>
      <div className={styles.page}>
        <Check />
        <Section heading={t('proves.heading')}>
          <List names={PROVES.filter((name) => hasWitnesses || name !== WITNESSES)} />
        </Section>
        <Section heading={t('not.heading')}>
          <List names={NOT_PROVES} />
        </Section>
        <Keys />
        <Section heading={t('offline.heading')}>
          <p>{t('offline.text')}</p>
          <code className={styles.code}>npm run verify -- receipt.json --vkey VKEY</code>
          <code className={styles.code}>npm run verify -- --site URL --round 2026-11-19</code>
        </Section>
      </div>
    </Page>
  )
}

function List({
  names,
}: {
  names: readonly ((typeof PROVES)[number] | (typeof NOT_PROVES)[number])[]
}) {
  const t = useTexts(verifyTexts)
  return (
    <ul className={styles.list}>
      {names.map((name) => (
        <li key={name}>{t(name)}</li>
      ))}
    </ul>
  )
}

/** Takes a file, and shows how it verifies. */
function Check() {
  const t = useTexts(verifyTexts)
  const language = useLanguage()
  const inputId = useId()
  const { mutate, data, error, isPending, reset } = useVerifyFile()
  const [isTooLarge, setTooLarge] = useState(false)
  const check = (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > MAX_BYTES)
    if (file.size > MAX_BYTES) reset()
    else mutate(file)
  }
  return (
    <Section heading={t('check.heading')}>
      <label htmlFor={inputId}>{t('check.file')}</label>
      <input
        id={inputId}
        className={styles.file}
        type="file"
        accept=".json,application/json"
        aria-describedby={`${inputId}-private`}
        onChange={(event) => {
          check(event.target.files?.[0])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <p id={`${inputId}-private`} className={styles.soft}>
        {t('check.private')}
      </p>
      {isPending && <Loading text={t('check.running')} />}
      {isTooLarge && <p role="alert">{t('check.tooLarge')}</p>}
      {error && (
        <div role="alert">
          <p>
            {t('check.failed')} {failureText(language, error)}
          </p>
        </div>
      )}
      {data && !isTooLarge && !isPending && <Result result={data} onClear={reset} />}
    </Section>
  )
}

interface ResultProps {
  result: VerifiedFile
  onClear: () => void
}

function Result({ result, onClear }: ResultProps) {
  const t = useTexts(verifyTexts)
  const { file } = result
  if (!file) return <p role="alert">{t('check.noReceipt')}</p>
  return <ReceiptResult result={result} file={file} onClear={onClear} />
}

function ReceiptResult({ result, file, onClear }: ResultProps & { file: ReceiptFile }) {
  const t = useTexts(verifyTexts)
  const text = useTexts(receiptTexts)
  const { format } = useLanguage()
  const { verification, keyState, fingerprints, origin } = result
  const { receipt, points } = file
  const { target } = receipt
  const outcome = useOutcome({ verification, keyState, target })
  return (
    <div className={styles.result}>
      <dl className={styles.facts}>
        <dt>{t('fact.author')}</dt>
        <dd>{receipt.author}</dd>
        <dt>{t('fact.settles')}</dt>
        <dd>{format.date(Date.parse(target))}</dd>
        <dt>{t('fact.call')}</dt>
        <dd>
          <Statement receipt={receipt} />
        </dd>
        {points !== null && (
          <>
            <dt>{t('fact.points')}</dt>
            <dd>{format.signed(points)}</dd>
          </>
        )}
      </dl>
      <VerificationReport outcome={outcome} verification={verification} target={target} />
      {(outcome === 'receipt.roundOnly' || outcome === 'receipt.noProof') && (
        <p>{t('check.renew')}</p>
      )}
      {keyState === 'elsewhere' && <p>{t('check.elsewhere', { origin: origin ?? '' })}</p>}
      {keyState === 'first' && <p>{text('receipt.firstKey')}</p>}
      {keyState === 'unknown' && <UnknownKey fingerprints={fingerprints} />}
      <Button kind="plain" onClick={onClear}>
        {t('check.clear')}
      </Button>
    </div>
  )
}

/** Keys of the site's log, to be written down or compared. */
function Keys() {
  const t = useTexts(verifyTexts)
  const language = useLanguage()
  const { data, error } = useSiteKeys()
  return (
    <Section anchor="keys" heading={t('keys.heading')}>
      <p>{t('keys.text')}</p>
      {error && (
        <p role="alert">
          {t('keys.failed')} {failureText(language, error)}
        </p>
      )}
      {data?.vkeys.map((vkey) => (
        <code key={vkey} className={styles.code}>
          {vkey}
        </code>
      ))}
      <p>{t('keys.where', { path: LOG_PATHS.policy })}</p>
    </Section>
  )
}
