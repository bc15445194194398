import { type Draft, drafts } from './draft.ts'

/** English posts of the two open boards. */
export const ENGLISH_POSTS: readonly Draft[] = [
  ...drafts('frees', 'en', [
    '<p>What my calls taught me</p><ul><li><p>I am worse at <strong>up</strong> than I thought.</p></li><li><p>Steady hits often and pays little, as it should.</p></li><li><p>Writing the reason first changed about a third of my votes.</p></li></ul>',
    '<p>Missed the edge by eleven dollars</p><p>Settled inside the band by 0.01 %. The edge counts as steady and I know it, but ouch.</p>',
    '<p>What is on your second screen?</p><p>Mine has the hourly chart, funding, and a recipe for dinner.</p>',
    '<p>Hello from the fjords</p><p>Long-time reader of charts, first-time writer of notes. I like that old calls stay visible here.</p>',
    '<p>Is the Thursday round harder?</p><p>It feels like it: the target falls after a full weekend. Has anyone counted hits by weekday?</p>',
    '<h3>A small base-rate table</h3><table><tbody><tr><th><p>Weekly move</p></th><th><p>Share of weeks</p></th></tr><tr><td><p>beyond +5 %</p></td><td><p>about a fifth</p></td></tr><tr><td><p>inside ±5 %</p></td><td><p>about three fifths</p></td></tr><tr><td><p>beyond −5 %</p></td><td><p>the rest</p></td></tr></tbody></table><p>Start from this, then argue yourself away from it.</p>',
    '<p>The ranking is humbling</p><p>Went from 4th to 31st with two confident misses. Deserved.</p>',
    '<p>Reading other people’s notes after voting is the best part</p><p>I never look before I vote, then spend half an hour finding out what I overlooked.</p>',
    '<p>How do you deal with weekend wicks?</p><p>My rule: ignore anything that happens on a third of the usual volume.</p>',
    '<p>Good explainer on volatility scaling</p><p>If the square root of time is new to you, <a href="https://en.wikipedia.org/wiki/Volatility_(finance)">start here</a>. It explains why offers move so much on the last day of voting.</p>',
    '<p>My partner asked what I win</p><p>“A number next to a nickname.” Still the most honest thing I do with charts.</p>',
    '<p>Late votes pay less, and that is fine</p><p>If you wait, you know more, so the offer is smaller. I tried to beat that for a while and could not.</p>',
    '<p>Coffee, chart, close the laptop</p><p>One vote per half-week is the healthiest trading habit I have ever had.</p>',
    '<p>Book recommendations?</p><p>Looking for something on forecasting rather than trading. Already read the one about superforecasters.</p>',
    '<p>I keep a paper log of every call</p><p>Date, price, reason, what would change my mind. The last column is the useful one.</p>',
  ]),
  ...drafts('suggestions', 'en', [
    '<p>Show my hit rate by direction on the profile</p><p>Total points hide that I am terrible at one of the three.</p>',
    '<p>A note template would help</p><p>Something like: thesis, levels, what proves me wrong. Optional of course.</p>',
    '<p>Keyboard shortcuts for the four directions</p><p>1 to 4 would be enough.</p>',
    '<p>Export my votes as CSV</p><p>I would like to chart my own calibration at home.</p>',
    '<p>Remember the chart view I picked</p><p>I always switch to the short one first.</p>',
    '<p>Countdown in the tab title</p><p>So that I notice a closing round while working on something else.</p>',
    '<p>Let me follow a few people</p><p>Even a simple filter on the vote list would do.</p>',
  ]),
]
