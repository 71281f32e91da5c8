import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import { BrandMark } from '#ui/brand.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { PageHead } from '#ui/parts.tsx'
import { apiContext } from '../context.ts'
import { loadOwnerText } from '../owner-text.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/about-us'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: t('About Us'),
    description:
      loaderData && loaderData.html !== ''
        ? t('Who runs {shop}, and how to reach us.')
        : t('Why a clothing shop is named after the fourth passenger on a three-seat bench in a Mumbai local.'),
  })

export function loader({ context }: Route.LoaderArgs) {
  return loadOwnerText(context.get(apiContext), 'about')
}

export function clientLoader() {
  return loadOwnerText(api, 'about')
}

const PROMISES = [
  {
    title: t('Sizes S to XXXL'),
    text: t(
      'Every cut is drawn in every size, not scaled up from a medium. If it has a waist, it was fitted on a big one too.',
    ),
  },
  {
    title: t('Weights on the label'),
    text: t('We print the gsm, the mill town and the wash. You should know what you are sitting next to.'),
  },
  {
    title: t('Small drops'),
    text: t('We make what we can sell, and say how many are left. What sells out makes room for the next one.'),
  },
  {
    title: t('Exchanges at your door'),
    text: t(
      'Wrong size? Swap it within 7 days, tags on. We pick it up where we dropped it. Refunds on returns we do not do, and we would rather say so here.',
    ),
  },
]

export default function AboutUsPage({ loaderData: { title, html } }: Route.ComponentProps) {
  if (title === '' && html === '') return <DemonstrationAbout />
  return (
    <div className="page max-w-180 pb-8">
      <PageHead title={title || t('About Us')} />
      <Markdown html={html} className="text-lg" />
    </div>
  )
}

function DemonstrationAbout() {
  return (
    <>
      <section className="inverse relative overflow-hidden">
        <BrandMark className="absolute right-10 bottom-0 hidden h-64 translate-y-6 lg:block" />
        <div className="page grid gap-5 py-16 md:py-24">
          <p className="text-xs font-bold tracking-wide-caps text-signal uppercase">{t('About Us')}</p>
          <h1 className="max-w-240 font-wide text-3xl font-extrabold tracking-display text-balance wrap-anywhere">
            {t('There is always room for one more.')}
          </h1>
          <p className="max-w-160 text-lg text-balance opacity-85">
            {t(
              'A bench in a Mumbai local is built for three. It seats four. All it takes is three people and two words: thoda khisko.',
            )}
          </p>
        </div>
      </section>
      <div className="page grid gap-12 py-12 md:grid-cols-[1.2fr_1fr] md:gap-20 md:py-20">
        <Story />
        <ul className="grid content-start gap-6 sm:grid-cols-2 md:grid-cols-1">
          {PROMISES.map(({ title, text }) => (
            <li key={title} className="border-l-4 border-ink pl-5 dark:border-signal">
              <h2 className="font-wide text-base font-extrabold">{title}</h2>
              <p className="pt-1 text-pretty text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function Story() {
  return (
    <div className="grid max-w-160 content-start gap-5 text-lg text-pretty text-ink-2">
      <p>
        {t(
          'The fourth seat is the worst one on the train. Half of you is in the aisle, and your bag is on a stranger. It is also the best thing about the city: nobody planned for you, and still they moved up.',
        )}
      </p>
      <p>
        {t(
          'We make clothes in that spirit. Boxy tees, cargos that survive the 8:42, hoodies for the eleven cold mornings we get, and chikan work on shapes it was never asked to be on. Men’s, women’s, and a shelf for whoever does not want to pick a side.',
        )}
      </p>
      <p>
        {t(
          'The shop is small. The knits come from Tiruppur, the handwork from Lucknow, the linen from people who answer the phone. The person who packs your order has probably tried it on.',
        )}
      </p>
      <p className="font-bold text-ink">{t('So: move up a little. We saved you a place.')}</p>
      <div className="grid gap-3 pt-2 sm:flex">
        <LinkButton to="/categories" variant="primary">
          {t('See the collection')}
        </LinkButton>
        <LinkButton to="/contact-us" variant="outline">
          {t('Write to us')}
        </LinkButton>
      </div>
    </div>
  )
}
