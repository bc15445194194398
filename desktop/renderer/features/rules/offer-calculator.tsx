import { useId, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import tables from '#desktop/renderer/components/table.module.css'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { rulesTexts } from '#shared/i18n/screens/rules.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { offers } from '#shared/rules/offer.ts'
import { breakEvenPercent } from '#shared/rules/offer-value.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import styles from './offer-calculator.module.css'
import { inputOf, LIMITS, liveSituation, type Situation } from './situation.ts'

const START: Situation = { change: 10, hours: 132, volatility: 20, target: 'thursday' }

/** The three offers of a situation that the reader chooses. */
export function OfferCalculator() {
  const t = useTexts(rulesTexts)
  const language = useLanguage()
  const { format } = language
  const [situation, setSituation] = useState(START)
  const set = (change: Partial<Situation>) => setSituation({ ...situation, ...change })
  const offer = offers(inputOf(situation))
  const { steady } = offer
  return (
    <Section heading={t('calculator.heading')}>
      <p>{t('calculator.lead')}</p>
      <div className={styles.calculator}>
        <div className={styles.inputs}>
          <Slider
            name={t('calculator.change')}
            value={situation.change}
            limits={LIMITS.change}
            text={format.change(situation.change / 1000)}
            onChange={(change) => set({ change })}
          />
          <Slider
            name={t('calculator.time')}
            value={situation.hours}
            limits={LIMITS.hours}
            text={format.span(situation.hours * HOUR_MS)}
            onChange={(left) => set({ hours: left })}
          />
          <Weekday target={situation.target} onChange={(target) => set({ target })} />
          <Slider
            name={t('calculator.volatility')}
            value={situation.volatility}
            limits={LIMITS.volatility}
            text={`${(situation.volatility / 10).toFixed(1)}%`}
            onChange={(volatility) => set({ volatility })}
          />
          <UseLiveRound onUse={set} />
        </div>
        <table className={`${tables.figures} ${styles.offers}`}>
          <caption className="visually-hidden">{t('calculator.result')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('calculator.direction')}</th>
              <th scope="col">{t('calculator.right')}</th>
              <th scope="col">{t('calculator.wrong')}</th>
              <th scope="col">{t('calculator.breakEven')}</th>
            </tr>
          </thead>
          <tbody aria-live="polite">
            {DIRECTIONS.map((direction) => (
              <tr key={direction}>
                <th scope="row">
                  <LeveledDirection choice={direction} refPrice={null} />
                </th>
                <td>{format.signed(offer[direction].hit)}</td>
                <td>{format.signed(offer[direction].miss)}</td>
                <td>{breakEvenPercent(offer[direction])}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.sentence}>
        {t('calculator.sentence', {
          direction: directionText(language, 'steady', null),
          hit: format.signed(steady.hit),
          miss: format.signed(steady.miss),
          chance: breakEvenPercent(steady) ?? 0,
        })}
      </p>
    </Section>
  )
}

interface SliderProps {
  name: string
  value: number
  limits: { min: number; max: number }
  /** The value with its unit. */
  text: string
  onChange: (value: number) => void
}

function Slider({ name, value, limits, text, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{name}</label>
      <output htmlFor={id}>{text}</output>
      <input
        id={id}
        type="range"
        {...limits}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}

interface WeekdayProps {
  target: Situation['target']
  onChange: (target: Situation['target']) => void
}

function Weekday({ target, onChange }: WeekdayProps) {
  const t = useTexts(rulesTexts)
  const name = useId()
  return (
    <fieldset className={styles.weekday}>
      <legend>{t('calculator.weekday')}</legend>
      {(['monday', 'thursday'] as const).map((weekday) => (
        <label key={weekday}>
          <input
            type="radio"
            name={name}
            checked={weekday === target}
            onChange={() => onChange(weekday)}
          />
          {t(`calculator.${weekday}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Sets price, time, weekday and volatility of the live round. */
function UseLiveRound({ onUse }: { onUse: (situation: Partial<Situation>) => void }) {
  const t = useTexts(rulesTexts)
  const { live, clock } = useServices()
  const summary = useSummary().data
  if (!summary?.target2.refPrice) return null
  const use = () => onUse(liveSituation({ summary, price: live.price.getState() }, clock.now()))
  return (
    <div>
      <Button kind="plain" onClick={use}>
        {t('calculator.now')}
      </Button>
    </div>
  )
}
