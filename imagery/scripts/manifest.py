"""The alt texts and sizes of the pictures that are there.  python3 manifest.py PICTURES_DIR OUT.json"""
import sys, os, json
from PIL import Image
root = sys.argv[1]; here = os.path.dirname(os.path.abspath(__file__)); out = []
ORDER = dict(front=0, back=1, turned=2, detail=3)
for e in json.load(open(here+'/products.json')):
    for c in e['colors']:
        for v in sorted(ORDER, key=ORDER.get):
            f = f"{e['slug']}/{c.lower()}-{v}.webp"
            if not os.path.exists(f'{root}/{f}'): continue
            w, h = Image.open(f'{root}/{f}').size; d = e['alt']
            if v == 'front': alt = f"{e['product']} in {c.lower()}: {d}, seen from the front."
            elif v == 'back': alt = f"{e['product']} in {c.lower()}: {e.get('alt_back') or 'the back'}, seen from behind."
            elif v == 'turned': alt = f"{e['product']} in {c.lower()}: {d}, in three-quarter view."
            else: alt = f"{e['product']} in {c.lower()}: close view of {e.get('alt_detail') or 'the upper front'}."
            out.append(dict(product=e['slug'], colour=c, view=v, file=f, width=w, height=h, alt=alt))
HOME = {'hero': 'A maroon varsity jacket, a black tee with the four bars, a blue striped tee and a short yellow crop tee on a rail, beside a wooden bench with folded clothes.',
 'hero-phone-a': 'A black tee with the four bars beside a short yellow crop tee on a rail.', 'hero-phone-b': 'A purple hoodie with the hood up against a pale wall.',
 'tile-men': 'An orange overshirt and green cargo pants on a rail.', 'tile-women': 'A pink embroidered shirt dress and a purple oversized tee on a rail.', 'tile-all': 'Folded clothes in many colours on a bench, with a tote bag on the wall.',
 'collection-monsoon': 'A yellow rain jacket beside a blue shirt printed with a rail map and green shorts.'}
for k, alt in HOME.items():
    f = f'home/{k}.webp'
    if os.path.exists(f'{root}/{f}'): w, h = Image.open(f'{root}/{f}').size; out.append(dict(product=None, colour=None, view=k, file=f, width=w, height=h, alt=alt))
json.dump(out, open(sys.argv[2], 'w'), indent=1, ensure_ascii=False); print(len(out), 'pictures')
