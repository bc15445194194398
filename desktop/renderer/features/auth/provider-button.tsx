import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { ConfiguredProvider } from '#shared/contract/auth.ts'
import styles from './provider-button.module.css'

/** Symbols that the providers' rules require, 24 × 24. */
const SYMBOLS = {
  kakao:
    'M12 3C6.477 3 2 6.477 2 10.765c0 2.77 1.87 5.2 4.686 6.575-.153.53-.984 3.39-1.017 3.615 0 0-.02.17.09.234.11.065.24.015.24.015.315-.044 3.656-2.39 4.233-2.797.577.081 1.168.124 1.768.124 5.523 0 10-3.477 10-7.766S17.523 3 12 3z',
  naver: 'M15.2 12.7 8.6 3H3v18h5.8v-9.7l6.6 9.7H21V3h-5.8z',
  apple:
    'M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701',
} as const

interface ProviderButtonProps {
  provider: ConfiguredProvider
  onClick: () => void
}

/** Button of a provider by its own design rules; a plain one for other providers. */
export function ProviderButton({ provider, onClick }: ProviderButtonProps) {
  const { locale } = useLanguage()
  const { kind, label } = provider
  const text = locale === 'ko-KR' ? label.ko : label.en
  if (kind === 'other') {
    return (
      <button type="button" className={buttonClass('plain')} onClick={onClick}>
        {text}
      </button>
    )
  }
  return (
    <button type="button" className={`${styles.button} ${styles[kind]}`} onClick={onClick}>
      <svg className={styles.symbol} viewBox="0 0 24 24" aria-hidden="true">
        <path d={SYMBOLS[kind]} />
      </svg>
      <span className={styles.label}>{text}</span>
    </button>
  )
}
