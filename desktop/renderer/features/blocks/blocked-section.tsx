import { useId, useState } from 'react'
import { Author } from '#desktop/renderer/components/author.tsx'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import rows from '#desktop/renderer/components/rows.module.css'
import { Section } from '#desktop/renderer/components/section.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { blocksTexts } from '#shared/i18n/screens/blocks.ts'
import { useBlockedPeople } from './api.ts'
import styles from './blocked-section.module.css'
import { useChangeBlock } from './use-change-block.ts'

/** People before the button that shows all. */
const SHOWN_FIRST = 20

/** Whom the user has blocked, each with a button that ends it. Focus stays on the list when a row goes. */
export function BlockedSection({ userId }: { userId: number }) {
  const t = useTexts(blocksTexts)
  const { t: core, format } = useLanguage()
  const { data, error, isPending, refetch } = useBlockedPeople(userId)
  const { unblock } = useChangeBlock()
  const [isWhole, setWhole] = useState(false)
  const listId = useId()
  const shown = isWhole ? data : data?.slice(0, SHOWN_FIRST)
  return (
    <Section heading={t('list.heading')}>
      <p className={styles.hint}>{t('list.hint')}</p>
      {isPending && <Loading text={core('state.loading')} />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {/* Stays when it is empty, so that the focus has a place. */}
      <ul id={listId} className={rows.rows} tabIndex={-1} aria-label={t('list.heading')}>
        {shown?.map(({ uniqueCode, nickname, since }) => (
          <li key={uniqueCode} className={rows.row}>
            <div>
              <strong>
                <Author nickname={nickname} uniqueCode={uniqueCode} />
              </strong>
              <p className={styles.hint}>
                {t('list.since', { date: format.date(Date.parse(since)) })}
              </p>
            </div>
            <Button
              kind="plain"
              aria-label={t('list.removeOf', { name: nickname })}
              onClick={() =>
                unblock({ uniqueCode, nickname }, () => document.getElementById(listId)?.focus())
              }
            >
              {t('block.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <Empty text={t('list.empty')} />}
      {data && shown && data.length > shown.length && (
        <Button kind="plain" onClick={() => setWhole(true)}>
          {t('list.all', { count: format.count(data.length) })}
        </Button>
      )}
    </Section>
  )
}
