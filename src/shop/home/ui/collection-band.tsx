import { LinkButton } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'

/** The collection highlight of the home page: one story, one link. */
export function CollectionBand() {
  return (
    <section aria-labelledby="home-collection" className="board my-4">
      <div className="mx-auto grid max-w-340 md:grid-cols-[1.1fr_1fr] md:items-stretch">
        <Picture
          src="/media/home/collection-monsoon.webp"
          alt="A yellow rain jacket, a blue map-print shirt and green shorts on a rail"
          sizes="(min-width: 769px) 55vw, 100vw"
          width={1600}
          height={1200}
          className="aspect-4/3 md:aspect-auto md:min-h-96"
        />
        <div className="grid content-center gap-4 px-4 py-10 md:px-12">
          <p className="text-xs font-bold tracking-wide-caps text-signal uppercase">The collection</p>
          <h2
            id="home-collection"
            className="font-wide text-3xl font-extrabold tracking-display text-balance uppercase"
          >
            Rain delay
          </h2>
          <p className="max-w-112 text-lg opacity-85">
            Shells that fold into their own pocket, shirts that dry between two stations, and one map of every flooded
            underpass, printed where you can’t read it yourself.
          </p>
          <div className="pt-2">
            <LinkButton to="/categories?subcategory=Rainwear,Shirts,Shorts" variant="signal">
              See the monsoon pieces
            </LinkButton>
          </div>
        </div>
      </div>
    </section>
  )
}
