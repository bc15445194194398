import { useEffect, useState } from 'react'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { useLanguage } from './services.ts'

/**
 * Why something failed, in the person's language, as `failureText` says it. The words for refusals
 * are many and seldom needed, so that what loads first does without them: they come when there is one.
 */
export function useFailureText(error: unknown): string {
  const language = useLanguage()
  const [text, setText] = useState('')
  const isRefusal = error instanceof ApiFailure && error.code !== 'UNREACHABLE'
  useEffect(() => {
    setText('')
    if (!isRefusal) return
    let isWanted = true
    const say = async () => {
      const { failureText } = await import('./failure-text.ts')
      if (isWanted) setText(failureText(language, error))
    }
    // Without the words there is still the sentence that something failed.
    say().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [isRefusal, error, language])
  if (error instanceof ApiFailure && !isRefusal) return language.t('state.unreachable')
  return text
}
