import { Check, ChevronRight, Circle } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { Home } from '#shop/owner/staff-contract.ts'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/parts.tsx'
import { Progress } from '../parts/progress.tsx'

type SetUpStep = NonNullable<Home['setUp']>[number]

/** What a new shop still lacks, until it's done: each step leads to the very place where it's done. */
export function SetUp({ steps }: { steps: readonly SetUpStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  // Whoever sells already looks for the day's work, not for what is done.
  const isOpen = steps.some(({ step, isDone }) => step === 'open' && isDone)
  const listed = isOpen ? steps.filter(({ isDone }) => !isDone) : steps
  return (
    <section>
      <Card>
        <h2 className="text-lg font-bold">{t('Set up the shop')}</h2>
        <div className="grid gap-2 pb-2">
          <p className="text-sm text-ink-2">{t('{done} of {all} done', { done, all: steps.length })}</p>
          <Progress label={t('Done')} done={done} of={steps.length} />
        </div>
        <ol>
          {listed.map((step) => (
            <li key={step.step} className="border-t border-line first:border-0">
              <StepLink step={step} isNext={step === next} />
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}

function StepLink({ step: { step, isDone, to, lacks }, isNext }: { step: SetUpStep; isNext: boolean }) {
  return (
    <Link
      to={to}
      className="-mx-2 flex min-h-12 items-center gap-3 rounded-sm px-2 py-2 no-underline hover:bg-sunk"
      aria-current={isNext ? 'step' : undefined}
    >
      {isDone ? (
        <Check size={20} aria-label={t('Done')} className="shrink-0 text-ok" />
      ) : (
        <Circle size={20} aria-label={t('To do')} className="shrink-0 text-ink-3" />
      )}
      <span className="min-w-0 flex-1">
        <span className={isDone ? 'text-ink-3' : isNext ? 'font-bold' : ''}>{stepText(step)}</span>
        {lacks.length === 0 ? null : (
          <span className="block text-sm text-ink-2 wrap-anywhere">
            {t('Missing: {names}', { names: lacks.join(', ') })}
          </span>
        )}
      </span>
      {isNext ? (
        <span aria-hidden="true" className={buttonClass({ variant: 'primary', size: 'sm' })}>
          {t('Next')}
        </span>
      ) : (
        <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-ink-3" />
      )}
    </Link>
  )
}

function stepText(step: string): string {
  switch (step) {
    case 'name':
      return t('Name the shop')
    case 'address':
      return t('Add the shop’s address')
    case 'details':
      return t('Add contact and legal details')
    case 'gstin':
      return t('Set up GST')
    case 'prices':
      return t('Choose whether prices include GST')
    case 'hsn':
      return t('Set your products’ HSN code')
    case 'owner-mail':
      return t('Choose who gets order e-mails')
    case 'mail':
      return t('Connect e-mail')
    case 'payments':
      return t('Connect payments')
    case 'delivery':
      return t('Set the delivery fee')
    case 'policies':
      return t('Review the policies')
    case 'grievance':
      return t('Name the grievance officer')
    case 'backups':
      return t('Choose where backups are stored')
    case 'home-page':
      return t('Design the home page')
    case 'brand':
      return t('Add a logo and colours')
    case 'product':
      return t('Add your first product')
    case 'preview':
      return t('Preview the shop')
    default:
      return t('Open the shop')
  }
}
