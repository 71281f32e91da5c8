"""The fourth picture: some centimetres of the cloth itself, lit from the side, on a soft fold.  python3 macro.py OUT_DIR [--only slug,...] [--part i/n] [--force]"""
import sys, os, json, time, zlib, argparse, numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage as nd
from cloth_tile import tile
from compose import srgb2lin, lin2srgb, hexc
W, H = 1200, 1500
# width of the picture in mm for a plain cloth
FOV = dict(jersey=19, fleece=22, rib=22, knit=32, pique=22, twill=18, denim=20, linen=22, canvas=26, poplin=15, wool=30, silk=16, nylon=22)
FUZZ = dict(jersey=500, fleece=1500, rib=450, knit=900, pique=350, twill=250, denim=500, linen=350, canvas=350, poplin=120, wool=5200, silk=0, nylon=0)

def fold(seed, fov):
    """a cloth bent about one direction: for each pixel its place on the cloth (mm), height (mm) and slope"""
    r = np.random.default_rng(seed); y, x = np.mgrid[:H, :W].astype(np.float32); x = (x-W/2)*fov/W; y = (H/2-y)*fov/W
    th = np.radians(r.uniform(22, 40)*(1 if r.random() < .5 else -1)+90); d = np.array([np.cos(th), np.sin(th)]); p = x*d[0]+y*d[1]; q = -x*d[1]+y*d[0]
    P = np.linspace(-fov*1.4, fov*1.4, 4000); c = r.uniform(-.08, .08)*fov; wv = fov*r.uniform(.92, 1.1)
    B = .17*fov*np.cos(np.clip((P-c)/wv*np.pi, -np.pi, np.pi*3))+.02*fov*np.sin(P/fov*5.1+r.uniform(0, 6)); s = np.gradient(B, P); S = np.cumsum(np.sqrt(1+s*s))*(P[1]-P[0]); S -= np.interp(0, P, S)
    g = lambda a: np.interp(p, P, a).astype(np.float32)
    t = np.radians(r.uniform(-9, 9)); u0, v0 = g(S)*d[0]-q*d[1], g(S)*d[1]+q*d[0]
    return dict(u=u0*np.cos(t)-v0*np.sin(t), v=u0*np.sin(t)+v0*np.cos(t), B=g(B), s=g(s), d=d, t=t, P=P, Bp=B, p=p)

def dof(img, coc):
    """blur by the circle of confusion (px); wide blurs are made at a quarter of the size"""
    one = img.ndim == 2; img = img[..., None] if one else img
    def wide(s):
        q = img.reshape(H//4, 4, W//4, 4, -1).mean((1, 3)); q = nd.gaussian_filter(q, (s/4, s/4, 0))
        return np.stack([np.asarray(Image.fromarray(q[..., c]).resize((W, H), Image.BILINEAR)) for c in range(q.shape[2])], -1)
    lv = [0, 1.6, 4., 8., 14.]; st = [img, nd.gaussian_filter(img, (1.6, 1.6, 0))]+[wide(s) for s in lv[2:]]; out = np.zeros_like(img); c = np.clip(coc, 0, lv[-1])
    for lo, hi, A, B in zip(lv[:-1], lv[1:], st[:-1], st[1:]):
        m = (c >= lo) & ((c < hi) | (hi == lv[-1])); w = np.clip((c-lo)/(hi-lo), 0, 1)[m][:, None]; out[m] = A[m]*(1-w)+B[m]*w
    return out[..., 0] if one else out

def surface(fabric, fov, seed, motif=None, gloss=0.):
    """light on the cloth: D multiplies the colour, S is added, cov: how far a print reaches into the cloth. motif: raised thread, from embroidery()"""
    f = fold(seed, fov); k = W/fov; T = tile(fabric, min(k*1.15, 90), seed % 7+1); th, tw = T['z'].shape
    X = (f['u']*T['k'][0]) % tw; Y = (-f['v']*T['k'][1]) % th
    smp = lambda a, o=1: nd.map_coordinates(a.astype(np.float32), [Y, X], order=o, mode='grid-wrap')
    gx, gy, ao, fib, per, z = (smp(T[n]) for n in ('gx', 'gy', 'ao', 'fib', 'per', 'z')); kind = smp(T['kind'].astype(np.float32)); gy = -gy
    if motif is not None:
        mz, ma = motif(f['u'], f['v']); a = ma
        yy, xx = np.gradient(nd.gaussian_filter(mz, .8)); ex, ey = xx*k, -yy*k; c, s_ = np.cos(f['t']), np.sin(f['t']); ex, ey = ex, ey
        gx, gy = gx*(1-a), gy*(1-a); ao = ao*(1-a)+a; near = np.exp(-2.2*np.maximum(0, nd.gaussian_filter(mz, .22*k)-mz)); ao = ao*near
    # slopes of the threads, turned from the cloth to the picture, and of the fold itself
    c, s_ = np.cos(-f['t']), np.sin(-f['t']); mx, my = gx*c-gy*s_, gx*s_+gy*c
    if motif is not None: mx, my = mx+ex*.8, my+ey*.8
    d = f['d']; sl = f['s']; mp = mx*d[0]+my*d[1]; mq = -mx*d[1]+my*d[0]; co = 1/np.sqrt(1+sl*sl)
    # the normal in the frame of the fold: along p, along q, up
    n_p, n_q, n_u = -mp, -mq, np.ones_like(mp); ln = np.sqrt(n_p**2+n_q**2+1); n_p, n_q, n_u = n_p/ln, n_q/ln, n_u/ln
    NP = n_p*co-n_u*sl*co; NU = n_p*sl*co+n_u*co; nx, ny, nz = NP*d[0]-n_q*d[1], NP*d[1]+n_q*d[0], NU
    L = np.array([-.62, .58, .53]); L /= np.linalg.norm(L); F_ = np.array([.7, .1, .7]); F_ /= np.linalg.norm(F_)
    key = np.clip((nx*L[0]+ny*L[1]+nz*L[2]+.12)/1.12, 0, None); fill = np.clip((nx*F_[0]+ny*F_[1]+nz*F_[2]+.3)/1.3, 0, None)
    # the fold's own shadow: along p only
    lp = L[0]*d[0]+L[1]*d[1]; P, B = f['P'], f['Bp']; el = L[2]/max(abs(lp), 1e-3); hz = np.full(len(P), -9.); dp = P[1]-P[0]
    for st in range(20, 2400, 24): o = np.roll(B, -st if lp > 0 else st); hz = np.maximum(hz, (o-B)/(st*dp)-el)
    sh = np.interp(f['p'], P, nd.gaussian_filter1d(1/(1+np.exp(np.clip(hz*9, -30, 30))), 40)); sh = .25+.75*sh
    # threads shade their neighbours
    zs = nd.gaussian_filter(z, .6); cast = np.zeros_like(zs)
    for st in (3, 6, 10, 15): cast = np.maximum(cast, np.roll(np.roll(zs, int(round(st*.73)), 0), int(round(st*.68)), 1)-zs-st/k*1.05)
    cast = np.exp(-1.5*cast/T['rad']); cast = cast if motif is None else cast*(1-a)+a
    D = (1.02*key*sh*cast+.22*fill+.16*(.5+.5*ny))*ao
    hv = L+np.array([0, 0, 1.]); hv /= np.linalg.norm(hv); sp = np.clip(nx*hv[0]+ny*hv[1]+nz*hv[2], 0, 1)
    S = (sp**(26 if gloss else 9)*(.03+gloss)+.010*(1-nz)**2)*sh*cast*ao
    top = np.clip((z-np.percentile(T['z'], 12))/(np.percentile(T['z'], 60)-np.percentile(T['z'], 12)), 0, 1)
    coc = np.abs(f['B']-np.percentile(f['B'], 80))/fov*150.; coc = np.clip(coc-2.2, 0, 14)
    return dict(D=D, S=S, fib=fib, per=per, kind=kind, top=top, coc=coc, u=f['u'], v=f['v'], sh=sh, seed=seed, fabric=fabric, fov=fov, a=a if motif is not None else None)

def hairs(n, seed, k):
    """loose fibres that stand off the yarn: their cover, 0 to 1"""
    im = Image.new('L', (W*2, H*2), 0); d = ImageDraw.Draw(im); r = np.random.default_rng(seed+5)
    for _ in range(n):
        x, y = r.uniform(0, W*2), r.uniform(0, H*2); a = r.uniform(0, 2*np.pi); L = r.gamma(2.2, .42)*k*2; b = a+r.normal(0, 1.3); t = np.linspace(0, 1, 14)
        px = x+L*(t*np.cos(a)*(1-t)+t*t*np.cos(b)); py = y+L*(t*np.sin(a)*(1-t)+t*t*np.sin(b)); d.line(list(zip(px, py)), fill=int(r.uniform(70, 190)), width=1 if r.random() < .6 else 2)
    return np.asarray(im.resize((W, H), Image.BOX), np.float32)/255

def tint(s, style):
    """what the threads do to the colour: a multiplier"""
    f = s['fabric']; c = hexc(style['color']); grey = np.ptp(c) < .07 and .3 < c.mean() < .8
    v = 1+dict(linen=.07, denim=.10, wool=.06, silk=.01, nylon=.01).get(f, .035)*np.clip(s['per'], -2, 2)+(.20 if grey and f in ('jersey', 'fleece', 'wool', 'knit', 'rib') else .05)*np.clip(s['fib'], -2, 2)
    return np.clip(v, .3, 1.8)

_c = {}
def finish(out, style, dark):
    if not _c: yy, xx = np.mgrid[:H, :W].astype(np.float32); _c['v'] = (1.03-.16*(((xx/W-.45)**2+(yy/H-.42)**2)*2))[..., None]; q = np.arange(8192)/4096.; _c['l'] = (lin2srgb(np.clip(q/(1+np.maximum(q-.75, 0)*.9), 0, 1))*255+.5).astype(np.uint8)
    return Image.fromarray(_c['l'][np.clip(out*(_c['v']*(4096*style.get('macro_exposure', 1.95 if dark else 1.06))), 0, 8191).astype(np.int16)])

def colour(s, style, albedo=None, ink=None):
    """albedo (H,W,3) or None: the plain colour; ink (H,W): how much of a pixel is print or thread on the cloth"""
    base = srgb2lin(hexc(style['color'])).astype(np.float32); f = s['fabric']; dark = float(base.mean()) < .03; n = FUZZ.get(f, 0) if s['fov'] < 45 else 0
    h = s.setdefault('hairs', hairs(n, s['seed'], W/s['fov'])) if n else np.zeros((H, W), np.float32)
    hc = np.clip(base*1.25+(.030 if dark else .05), 0, 1)
    if albedo is None and f != 'denim':      # one colour: light and colour part, so the blur is done once for all colours
        c_ = hexc(style['color']); k = bool(np.ptp(c_) < .07 and .3 < c_.mean() < .8)
        if s.get('key') is None or s.get('t0') is not k: s['t0'] = k; t_ = tint(s, style).astype(np.float32); s['key'] = (dof((s['D']*t_*1.12*(1-h*.6)).astype(np.float32), s['coc']), dof((s['S']*(1-h*.6)).astype(np.float32), s['coc']), dof((h*.6*(.25+.85*s['sh'])).astype(np.float32), s['coc']))
        D, S, F_ = s['key']; return finish(base*D[..., None]+(S[..., None]*(.35+.65*np.sqrt(base)))*(1.6 if dark else 1.)+hc*F_[..., None], style, dark)
    A = np.broadcast_to(base, (H, W, 3)) if albedo is None else albedo; v = tint(s, style); v = v if ink is None else v*(1-ink*.8)+ink*.8; A = A*v[..., None]
    if f == 'denim': A = A*(1-s['kind'][..., None])+s['kind'][..., None]*srgb2lin(hexc('#d9dce0'))*np.clip(v, .5, 1.4)[..., None]; A = A*np.where(s['kind'] < .5, .78+.5*np.clip(s['top']-.4, 0, 1), 1)[..., None]
    out = A*s['D'][..., None]*1.12+s['S'][..., None]*(.35+.65*np.sqrt(np.clip(A, 0, 1)))*(1.6 if dark else 1.)
    if n: hh = (h*(1 if ink is None else 1-.75*ink))[..., None]; out = out*(1-hh*.6)+hc*(.25+.85*s['sh'])[..., None]*hh*.6
    return finish(dof(out.astype(np.float32), s['coc']), style, dark)

# ---------- motifs: what is printed, woven in or embroidered
class Patch:
    """a piece of the front, in cm, that stands in for the atlas (atlas.py)"""
    def __init__(self, c, w, h, ppc, g):
        self.g, self.ppc, self.W, self.H = g, ppc, int(w*ppc), int(h*ppc); self.parts = {'front': dict(id=0, x0=0., umin=c[0]-w/2, umax=c[0]+w/2, vmin=c[1]-h/2, vmax=c[1]+h/2, h=h)}
    def px(self, part, l): p = self.parts['front']; l = np.asarray(l, float); return np.c_[(l[:, 0]-p['umin'])*self.ppc, (p['vmax']-l[:, 1])*self.ppc]

def thread(al, k):
    """satin stitch from the outline of a motif: height in mm; k: px/mm"""
    on = al > .5; d = nd.distance_transform_edt(on)/k; a = nd.gaussian_filter(on.astype(np.float32), .18*k); gy, gx = np.gradient(nd.gaussian_filter(a, .25*k)); J = [nd.gaussian_filter(q, .45*k) for q in (gx*gx, gx*gy, gy*gy)]
    th = .5*np.arctan2(2*J[1], J[0]-J[2]); th = np.round(th/(np.pi/8))*(np.pi/8); y, x = np.mgrid[:al.shape[0], :al.shape[1]]/k        # threads run along th, across the narrow way
    ph = (-x*np.sin(th)+y*np.cos(th))/.30; st = np.abs(np.cos(np.pi*ph)); z = np.sqrt(np.clip(d/.55, 0, 1))*.34+.085*st*np.clip(d/.1, 0, 1)
    return (z*on).astype(np.float32), a

def motif_of(e, s, g):
    """(fov mm, fabric seed, centre, albedo image or None, alpha of raised thread or None, alpha of print) of a style"""
    import paint
    gr = next((q for q in s.get('graphics', []) if q.get('part', 'front') == 'front'), None); pat = s.get('pattern')
    if pat:
        fov = dict(window=62, monsoon=46, bandhani=40, ajrakh=56, phulkari=46, scarf=60, check=64, dabba=62, stumps=56).get(pat[0]); c = dict(window=(4.3, -30.4), monsoon=(3, -27), bandhani=(1.8, -24), ajrakh=(1.5, -24), phulkari=(1., -72.5), scarf=(0., -37.), check=(3, -26), dabba=(.5, -26), stumps=(2., -24)).get(pat[0])
        if fov is None: return None
        w = fov*.26; P = paint.Paint(Patch(c, w, w*1.25, 110, g), s); paint.pattern(P, pat[0], pat[1], pat[2] if len(pat) > 2 else 1.); im = np.asarray(P.col, np.float32)/255
        al = (np.abs(im-hexc(s['color'])).max(2) > .06).astype(np.float32); return fov, c, w, srgb2lin(im), (al if pat[0] == 'phulkari' else None), (None if pat[0] in ('dabba', 'check') else al)
    if s.get('chikan') or s.get('jaal'):
        fov = 40; w = fov*.26; h = w*1.25; ink = tuple(int(q*255) for q in hexc(s.get('chikan_ink', '#ffffff')))
        im = paint.chikan(w, h+4, ink=ink, k=110) if s.get('chikan') and s['chikan'] != 'panel' or e['garment'] == 'overshirt' else paint.jaal(w, h+4, k=110, cell=s['jaal'].get('cell', 6.6)*.8 if isinstance(s.get('jaal'), dict) else 5)
        im = im.crop((0, 0, im.width, int(h*110))); a = np.asarray(im.getchannel('A'), np.float32)/255; a = nd.gaussian_filter(np.clip(a*1.3, 0, 1), 1.); alb = srgb2lin(hexc(s['color']))*(1-a[..., None])+srgb2lin(np.array(ink)/255.)*a[..., None]
        return fov, (0, 0), w, alb, a, None
    if gr and gr['kind'] not in ('letter4', 'bars', 'brand', 'dabba'):
        fov = 36; im = paint.graphic(gr['kind'], gr['ink'], gr.get('ink2'), gr.get('text'), gr.get('ink3')); k = im.width/gr['w']; a = np.asarray(im.getchannel('A'), np.float32)/255; rgb = np.asarray(im.convert('RGB'), np.float32)/255*a[..., None]+hexc(s['color'])*(1-a[..., None])
        # the place with most to see
        q = 6; r = rgb[::q, ::q]; n = max(3, int(fov/10*k/q)); mu = nd.uniform_filter(r, (int(n*1.2), n, 0)); sd = np.sqrt(np.maximum(nd.uniform_filter(r*r, (int(n*1.2), n, 0))-mu*mu, 0)).sum(2); m = n//3; sd[:m] = 0; sd[-m:] = 0; sd[:, :m] = 0; sd[:, -m:] = 0; iy, ix = np.unravel_index(np.argmax(sd), sd.shape); cx, cy = ix*q, iy*q
        w = fov*.26; hw, hh = w*k/2, w*1.25*k/2; big = im.crop((int(cx-hw), int(cy-hh), int(cx+hw), int(cy+hh))).resize((int(w*110), int(w*1.25*110)), Image.BICUBIC)
        a = np.asarray(big.getchannel('A'), np.float32)/255; a = np.clip((a-.5)*3+.5, 0, 1); alb = srgb2lin(hexc(s['color']))*(1-a[..., None])+srgb2lin(np.asarray(big.convert('RGB'), np.float32)/255)*a[..., None]
        return fov, (0, 0), w, alb, (a if gr.get('stitch') else None), (None if gr.get('stitch') else a)
    return None

def is_motif(e, s):
    gr = next((q for q in s.get('graphics', []) if q.get('part', 'front') == 'front'), None); p = s.get('pattern'); return bool((p and p[0] not in ('band',)) or s.get('chikan') or s.get('jaal') or (gr and gr['kind'] not in ('letter4', 'bars', 'brand', 'dabba')))

def at_cloth(im, w, u, v, order=1):
    """im: a picture w cm wide around the origin; u, v: mm on the cloth"""
    k = im.shape[1]/(w*10); y, x = im.shape[0]/2-v*k, im.shape[1]/2+u*k
    if im.ndim == 2: return nd.map_coordinates(im, [y, x], order=order, mode='reflect')
    return np.stack([nd.map_coordinates(np.ascontiguousarray(im[..., c]), [y, x], order=order, mode='reflect') for c in range(3)], -1)

GLOSS = dict(silk=.16, nylon=.07)
def fabric_of(e, s): return 'canvas' if e['garment'] == 'tote' else s.get('fabric', 'jersey')

def picture(e, s, cache):
    from garments import G, SETS
    s = s['items'][0] if 'items' in s else s; cut = SETS[e['garment']][0][0] if e['garment'] in SETS else e['garment']; f = fabric_of(e, s)
    m = motif_of(e, s, G[cut]) if e['slug'] != 'lucknowi-sleeve-boxy-tee' or s.get('jaal') else None
    if m is None:
        seed = zlib.crc32(f.encode())+zlib.crc32(e['slug'].encode()) % VARIANTS.get(f, 1)
        if cache.get('key') != (f, seed): cache.clear(); cache.update(key=(f, seed), s=surface(f, FOV[f], seed, gloss=GLOSS.get(f, 0)))
        return colour(cache['s'], s)
    fov, c, w, alb, raised, ink = m; seed = zlib.crc32(e['slug'].encode())
    if cache.get('key') != (e['slug'], fov):
        mt = None
        if raised is not None: z, a = thread(raised, raised.shape[1]/(w*10)); mt = lambda u, v: (at_cloth(z, w, u, v), at_cloth(a, w, u, v))
        cache.clear(); cache.update(key=(e['slug'], fov), s=surface(f, fov, seed, mt, GLOSS.get(f, 0)))
    q = cache['s']; A = at_cloth(alb.astype(np.float32), w, q['u'], q['v']); k = None
    if ink is not None: k = at_cloth(ink, w, q['u'], q['v'])*np.clip(.66+.8*q["top"], 0, 1); base = srgb2lin(hexc(s['color'])).astype(np.float32); A = A*np.clip(k/np.maximum(at_cloth(ink, w, q['u'], q['v']), 1e-3), 0, 1)[..., None]+base*(1-np.clip(k/np.maximum(at_cloth(ink, w, q['u'], q['v']), 1e-3), 0, 1))[..., None]
    if raised is not None: k = q['a']
    return colour(q, s, A.astype(np.float32), k)

VARIANTS = {}
def main():
    a = argparse.ArgumentParser(); a.add_argument('out'); a.add_argument('--only', default=''); a.add_argument('--part', default='0/1'); a.add_argument('--force', action='store_true'); a.add_argument('--first', action='store_true'); a.add_argument('--plain', action='store_true'); a.add_argument('--fabrics', default=''); a.add_argument('--quality', type=int, default=66); A = a.parse_args()
    items = json.load(open(os.path.dirname(os.path.abspath(__file__))+'/products.json')); only = set(filter(None, A.only.split(','))); i, n = map(int, A.part.split('/')); cache = {}
    def key(e): s = next(iter(e['colors'].values())); s = s['items'][0] if 'items' in s else s; f = fabric_of(e, s); return f, zlib.crc32(e['slug'].encode()) % VARIANTS.get(f, 1)
    for e in sorted((e for e in items if not only or e['slug'] in only), key=key)[i::n]:
        s0 = next(iter(e['colors'].values())); s0 = s0['items'][0] if 'items' in s0 else s0
        if (A.fabrics and fabric_of(e, s0) not in A.fabrics.split(',')) or (A.plain and is_motif(e, s0)): continue
        for c, s in sorted(e['colors'].items(), key=lambda q: q[0] == 'Grey')[:1 if A.first else None]:
            f = f"{A.out}/{e['slug']}/{c.lower()}-detail.webp"
            if os.path.exists(f) and not A.force: continue
            t = time.process_time()
            try: im = picture(e, s, cache); os.makedirs(os.path.dirname(f), exist_ok=True); im.save(f+'.part', 'WEBP', quality=A.quality, method=4); os.replace(f+'.part', f); print(e['slug'], c, '%.1fs' % (time.process_time()-t), os.path.getsize(f)//1024, 'KB', flush=True)
            except Exception as ex: import traceback; traceback.print_exc(); print('FAILED', e['slug'], c, repr(ex), flush=True)

if __name__ == '__main__' and len(sys.argv) > 1 and sys.argv[1] == 'try':
    for f in sys.argv[3:]:
        f, c = f.split(':'); t = time.time(); s = surface(f, FOV[f], zlib.crc32(f.encode()), gloss=dict(silk=.16, nylon=.07).get(f, 0)); t1 = time.time(); im = colour(s, dict(color='#'+c)); im.save(f'{sys.argv[2]}/{f}-{c}.png'); im.save(f'{sys.argv[2]}/{f}-{c}.webp', quality=70, method=4); print(f, c, '%.1f %.1f' % (t1-t, time.time()-t1), os.path.getsize(f'{sys.argv[2]}/{f}-{c}.webp')//1024, 'KB', flush=True)
elif __name__ == '__main__': main()
