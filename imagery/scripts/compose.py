"""Cheap step: light pass + colour + pattern + sewn details -> finished picture.  See paint.py and sewn.py for what is drawn on the cloth."""
import sys, os, time, json, numpy as np
from PIL import Image
from scipy import ndimage as nd
from garments import G, SETS
from atlas import Atlas
import paint, sewn

def srgb2lin(c): c = np.asarray(c, np.float32); return np.where(c <= .04045, c/12.92, ((c+.055)/1.055)**2.4)
def lin2srgb(c): c = np.clip(c, 0, 1); return np.where(c <= .0031308, c*12.92, 1.055*c**(1/2.4)-.055)
def hexc(h): h = h.lstrip('#'); return np.array([int(h[i:i+2], 16) for i in (0, 2, 4)])/255.

def bilinear(img, x, y):
    H, W = img.shape[:2]; x = np.clip(x-.5, 0, W-1.001); y = np.clip(y-.5, 0, H-1.001)
    x0 = x.astype(np.int32); y0 = y.astype(np.int32); fx = (x-x0).astype(np.float32); fy = (y-y0).astype(np.float32)
    if img.ndim == 3: fx, fy = fx[:, None], fy[:, None]
    f = img.reshape(H*W, *img.shape[2:]); i = y0*W+x0
    return (f[i]*(1-fx)+f[i+1]*fx)*(1-fy)+(f[i+W]*(1-fx)+f[i+W+1]*fx)*fy

_w = {}; LUT = None; EXPO = float(os.environ.get('EXPO', 1.27))
def weave(kind):
    """tileable fabric grain, 512x512 at 20 px/cm, mean 0"""
    if kind in _w: return _w[kind]
    r = np.random.default_rng(3); n = r.normal(size=(512, 512)); y, x = np.mgrid[:512, :512]
    g = lambda a, s: (lambda b: b/b.std())(nd.gaussian_filter(a, s, mode='wrap'))
    if kind == 'jersey': t = .5*g(n, .8)+.35*g(n, (6, .7))+.3*g(r.normal(size=n.shape), (.8, 5))
    elif kind == 'fleece': t = .8*g(n, 1.1)+.45*g(r.normal(size=n.shape), 4)
    elif kind == 'denim': t = .9*np.sin((x+y)*2*np.pi/4)*.5+.9*g(n, (9, .6))+.5*g(n, .7)+.3*g(r.normal(size=n.shape), 10)
    elif kind == 'twill': t = np.sin((x+y)*2*np.pi/3.2)*.6+.6*g(n, .8)
    elif kind == 'linen': t = .9*g(n, (.7, 14))+.9*g(r.normal(size=n.shape), (14, .7))+.4*g(n, .7)
    elif kind == 'pique': t = np.sin(x*2*np.pi/3.2)*np.sin(y*2*np.pi/3.2)+.5*g(n, .8)
    elif kind == 'knit':      # columns of v-shaped stitches
        px, py = x/7.1, (y+np.abs((x/7.1) % 1-.5)*7)/6.1; t = 1.6*np.cos(2*np.pi*px)*.55+1.1*np.sin(2*np.pi*py)+.35*g(n, .8)
    elif kind == 'rib': t = 1.3*np.cos(x*2*np.pi/6.4)+.3*g(n, (3, .7))
    elif kind == 'wool': t = .7*g(n, 1.2)+.6*g(r.normal(size=n.shape), 2.6)+.35*g(r.normal(size=n.shape), 6)
    elif kind == 'silk': t = .35*g(n, (.6, 6))+.5*g(r.normal(size=n.shape), (1.2, 20))
    elif kind == 'nylon': t = .5*np.sign(np.sin(x*2*np.pi/9)*np.sin(y*2*np.pi/9))*0+.4*g(n, .6)+.6*((x % 10 < 1) | (y % 10 < 1))
    else: t = .5*g(n, .7)+.3*g(n, (.6, 4))+.3*g(r.normal(size=n.shape), (4, .6))
    _w[kind] = (t/t.std()).astype(np.float32); return _w[kind]

def shade(z, g, style):
    """linear colour of the garment's pixels"""
    rows, cols = np.where(z['mask'].any(1))[0], np.where(z['mask'].any(0))[0]; box = (slice(max(rows[0]-3, 0), rows[-1]+4), slice(max(cols[0]-3, 0), cols[-1]+4))
    z = {k: (v[box] if getattr(v, 'ndim', 0) >= 2 else v) for k, v in z.items() if k != 'empty'}
    at = Atlas(g); m = z['mask']; E = z['E'].astype(np.float32); H, W = m.shape
    P = paint.Paint(at, style); sewn.dress(P, g, style)
    col, hgt, tone = P.result()                       # atlas-sized: sRGB colour, relief in mm, multiplier
    uv = z['uv'][m]; ax, ay = uv[:, 0]*at.W, (1-uv[:, 1])*at.H
    a = srgb2lin(bilinear(col, ax, ay)/255.).astype(np.float32); t = bilinear(tone, ax, ay); h = bilinear(hgt, ax, ay)
    inner = z['inner'][m]; a[inner] *= .92
    # relief: slope of the sewn-on details in screen space, lit from the upper left
    Hs = np.zeros((H, W), np.float32); Hs[m] = h
    # neighbouring pixels that lie on different parts are no relief
    u_ = np.where(m, z['uv'][..., 0], -1); dj = np.zeros((H, W), bool); dj[1:] |= np.abs(u_[1:]-u_[:-1]) > .012; dj[:, 1:] |= np.abs(u_[:, 1:]-u_[:, :-1]) > .012
    pxmm = float(z['pxcm'])/10; gy, gx = np.gradient(nd.gaussian_filter(Hs, .6)); rel = (gx*.85+gy*1.0)*pxmm*style.get('relief', .55); rel[nd.binary_dilation(dj, iterations=2)] = 0
    grain = bilinear(weave(style.get('fabric', 'jersey')), (ax*20/at.ppc) % 510, (ay*20/at.ppc) % 510)
    Em = E[m]*(1-np.clip(rel[m], -.45, .45)*np.where(inner, -1, 1))*t*(1+style.get('grain', .035)*grain)
    deep = np.clip(.62-E[m], 0, .5)[:, None]          # light that bounces inside a fold takes on the colour of the cloth
    rgb = a**(1+.35*deep)*Em[:, None]*style.get('exposure', EXPO)
    nz = z['n'].astype(np.float32)[m][:, 2]; fuzz = np.clip(1-nz, 0, 1)**2*style.get('sheen', .05)*Em
    out = rgb+fuzz[:, None]*(.5+.5*a)+.006*Em[:, None]
    if style.get('gloss'):    # silk and coated cloth: a soft highlight from the key light
        n3 = z['n'].astype(np.float32)[m]; hv = np.array([-.36, .27, .89], np.float32); q = np.clip(n3@(hv/np.linalg.norm(hv)), 0, 1)**style.get('gloss_p', 22); lum = Em*np.where(inner, 0, 1)
        out += (style['gloss']*q*lum)[:, None]*(.35+.65*np.sqrt(np.clip(a, 0, 1)))
    return out

def backdrop(E, empty, m, bg):
    """the wall: shadow = light with the garment / light without; blurred on a quarter grid, which removes what noise is left"""
    H, W = m.shape; b = srgb2lin(hexc(bg)).astype(np.float32); q = 4; h, w = H//q*q, W//q*q
    av = lambda a: a[:h, :w].reshape(h//q, q, w//q, q).mean((1, 3))
    wm = (~m).astype(np.float32); sh = np.where(m, 0, np.clip(np.nan_to_num(E/np.maximum(empty.astype(np.float32), 1e-3)), 0, 1.06)); s_ = max(.6, W/260./q)
    sh = nd.gaussian_filter(av(sh), s_)/np.maximum(nd.gaussian_filter(av(wm), s_), 1e-3)
    yy, xx = np.mgrid[:h//q, :w//q].astype(np.float32)*q; vig = 1.02-.07*((xx/W-.42)**2+(yy/H-.40)**2)*2
    f = Image.fromarray(np.clip(sh, 0, 1.03)**.80*vig).resize((W, H), Image.BILINEAR)
    return np.asarray(f)[..., None]*b

def finish(img):
    img = img/(1+np.maximum(img-.75, 0)*.9)            # soft shoulder
    global LUT
    if LUT is None: LUT = (lin2srgb(np.arange(8192)/8191.)*255+.5).astype(np.uint8)
    return Image.fromarray(LUT[(np.clip(img, 0, 1)*8191+.5).astype(np.uint16)])

def load(path):
    z = dict(np.load(path)); z['back'] = None; return z

def compose(z, cut, style, size=(1200, 1500), bg='#e6dfd2'):
    """z: a loaded light pass (kept for many colours); cut: a garment or a set; style: one style or, for a set, {'items': [style, ...]}"""
    m = z['mask']; key = bg
    if z.get('back') is None or z['backkey'] != key: z['back'] = backdrop(z['E'].astype(np.float32), z['empty'], m, bg); z['backkey'] = key
    img = z['back'].copy()
    if cut in SETS:
        for k, (c, _) in enumerate(SETS[cut]):
            mk = m & (z['ids'] == k); zz = {q: v for q, v in z.items() if q in ('E', 'uv', 'n', 'pxcm')}; zz['mask'] = mk; zz['inner'] = z['inner'] & mk
            if mk.any(): img[mk] = shade(zz, G[c], style['items'][k])
    else: img[m] = shade({q: v for q, v in z.items() if q in ('E', 'uv', 'n', 'pxcm', 'mask', 'inner')}, G[cut], style)
    return finish(img).resize(size, Image.LANCZOS)
