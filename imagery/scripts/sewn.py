"""What is sewn on the cloth: necks, collars, plackets, pockets, cords. dress() does one garment."""
import math, numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageChops
from paint import *
from sewn_parts import *
def dress(P, g, s):
    c = s['color']; dark = sum(int(c.lstrip('#')[i:i+2], 16) for i in (0, 2, 4)) < 200
    if s.get('pattern'): pattern(P, s['pattern'][0], s['pattern'][1], s['pattern'][2] if len(s['pattern']) > 2 else 1.)
    thread = s.get('thread'); rib = s.get('rib', None)
    for part in ('slf', 'srf', 'slb', 'srb'):
        if s.get('sleeve_fill') and P.has(part): q = P.at.parts[part]; P.poly(part, [[q['umin'], q['vmin']], [q['umax'], q['vmin']], [q['umax'], q['vmax']], [q['umin'], q['vmax']]], s['sleeve_fill'])
    if s.get('jaal'):
        j_ = s['jaal'] if isinstance(s['jaal'], dict) else {}; ink = tuple(int(j_.get('ink', '#ffffff').lstrip('#')[i:i+2], 16) for i in (0, 2, 4))
        for part, q in P.at.parts.items():
            if part in j_.get('parts', list(P.at.parts)) and part not in ('collar',):
                w_, h_ = q['umax']-q['umin'], q['h']; c_ = [(q['umax']+q['umin'])/2, (q['vmax']+q['vmin'])/2]; P.paste(part, c_, w_, jaal(w_, h_, ink, cell=j_.get('cell', 6.6)), relief=.5, shadow=.9)
    for gr in s.get('graphics', []):
        part = gr.get('part', 'front'); P.paste(part, gr['at'], gr['w'], graphic(gr['kind'], gr['ink'], gr.get('ink2'), gr.get('text'), gr.get('ink3')), opacity=gr.get('opacity', .96), relief=gr.get('relief', 0), stitch=gr.get('stitch', False))
    k = g['kind']
    if k == 'top': dress_top(P, g, s, thread, rib)
    elif k == 'bottom': dress_bottom(P, g, s, thread, rib)
    elif k == 'cap': dress_cap(P, g, s, thread)
    elif k == 'tote': dress_tote(P, g, s, thread)
    elif k == 'sock': dress_sock(P, g, s)
    else: dress_skirt(P, g, s, thread)

def dress_top(P, g, s, thread, rib):
    L, hem, chest = g['length'], g['hem'], g['chest']; woven = s.get('woven', False)
    for part in ('front', 'back'):
        if not g.get('hood') and not g.get('collar'):
            nc = neck_curves(g, part)
            if not woven:
                w = s.get('rib_w', 2.1); P.rib(part, nc[::-1], w, fill=rib); P.stitch(part, P.offset(nc[::-1], w+.45), thread)
            else: P.stitch(part, P.offset(nc[::-1], .45), thread); P.seam(part, P.offset(nc[::-1], .9), -.4, .86)
        # hem
        hz = -L
        hl = np.array([[-hem, hz+g.get('hem_curve_', 0)], [hem, hz]])
        if g['rib_hem']:
            y = hz+g['rib_hem']; xx = np.arange(-hem-2, hem+2, .36)
            P.poly(part, [[-hem-3, hz-2], [hem+3, hz-2], [hem+3, y], [-hem-3, y]], rib, .5)
            for x in xx: P.line(part, [[x, hz-2], [x, y]], .14, None, 0., .90)
            P.seam(part, [[-hem-3, y], [hem+3, y]], -.8, .74); P.stitch(part, [[-hem-3, y+.5], [hem+3, y+.5]], thread)
        else:
            segs = [p for p, l in g[part] if l == 'hem']
            for sg in segs:
                sg = P.at.to_local(part, sg); d = np.array([0, 2.3 if not woven else 1.6])
                P.stitch(part, sg+d, thread); P.line(part, sg+d+[0, -.15], .2, None, -.25, .96)
                if not woven: P.stitch(part, sg+d-[0, .55], thread)
                if s.get('hem_bands'):
                    for o_, w_ in ((3.6, .9), (5.4, .35), (6.6, .35)): P.line(part, sg+[0, o_], w_, s['hem_bands'], .3)
        if g['sleeve'] > 0:
            e = g['armpit']-g['S']; n = np.array([e[1], -e[0]])/np.hypot(*e); t = np.linspace(0, 1, 30)[:, None]
            cur = g['S']+t*e+np.sin(np.pi*t)*2.2*np.where(n[0] < 0, 1, -1)*n
            for sx in (1, -1):
                q = cur*[sx, 1]
                if s.get('sleeve_fill'):
                    e_ = (q[-1]-q[0])/np.hypot(*(q[-1]-q[0])); o_ = np.array([sx*abs(e_[1]), -abs(e_[0])*0]); o_ = np.array([e_[1], -e_[0]]); o_ = o_ if o_[0]*sx > 0 else -o_
                    qq = np.vstack([q[0]-e_*6, q, q[-1]+e_*1.2]); P.poly(part, P.at.to_local(part, np.vstack([qq, (qq+o_*7)[::-1]])), s['sleeve_fill'])
                    sl_ = ('sl' if sx > 0 else 'sr')+part[0]; P.poly(sl_, P.at.to_local(sl_, np.vstack([qq, (qq-o_*7)[::-1]])), s['color'])
                P.seam(part, P.at.to_local(part, q), -.9, .85, .18); P.stitch(part, P.at.to_local(part, q)-[np.sign(P.at.to_local(part, q)[:, :1].mean())*.55, 0], thread)
                sl = ('sl' if sx > 0 else 'sr')+part[0]
                P.seam(sl, P.at.to_local(sl, q), -.9, .85, .18)
    if g['sleeve'] > 0:
        for sl in ('slf', 'srf', 'slb', 'srb'):
            p = P.at.parts[sl]; y = -g['sleeve']
            if g['rib_cuff']:
                y1 = y+g['rib_cuff']; P.poly(sl, [[p['umin'], y-3], [p['umax'], y-3], [p['umax'], y1], [p['umin'], y1]], rib, .5)
                for x in np.arange(p['umin'], p['umax'], .36): P.line(sl, [[x, y-3], [x, y1]], .14, None, 0., .90)
                P.seam(sl, [[p['umin'], y1], [p['umax'], y1]], -.8, .74)
            else:
                w = 2.2 if not s.get('cuff') else 6.
                P.stitch(sl, [[p['umin'], y+w], [p['umax'], y+w]], thread); 
                if s.get('cuff'): P.poly(sl, [[p['umin'], y-3], [p['umax'], y-3], [p['umax'], y+w], [p['umin'], y+w]], None, .5); P.seam(sl, [[p['umin'], y+w], [p['umax'], y+w]], -.7, .78); P.stitch(sl, [[p['umin'], y+.5], [p['umax'], y+.5]], thread)
                else: P.stitch(sl, [[p['umin'], y+w-.5], [p['umax'], y+w-.5]], thread)
    yn = -g['nf']
    if s.get('placket'):
        full = s['placket'] == 'full'; bot = -L-3 if full else yn-s.get('placket_len', 14.); w = s.get('placket_w', 1.6)
        P.poly('front', [[-w, yn+3], [w, yn+3], [w, bot], [-w, bot]], s.get('placket_fill'), .75)
        P.seam('front', [[w, yn+3], [w, bot]], -.9, .72, .14); 
        for x in (-w+.3, w-.35): P.stitch('front', [[x, yn+2], [x, bot]], thread)
        if not full: P.seam('front', [[-w, bot], [w, bot]], -.8, .75); P.stitch('front', [[-w, bot+.5], [w, bot+.5]], thread); P.stitch('front', [[-w, bot+1.6], [w, bot+1.6]], thread)
        st = s.get('btn_step', 9.2 if full else 4.6)
        for y in np.arange(yn-(2.6 if full else 1.6), bot+2.5, -st): P.button('front', [0, y], s.get('btn_r', .55), s.get('buttons', '#e6e0d2'))
    for pk in s.get('pockets', []): pocket(P, 'front', pk, thread)
    if s.get('yoke'):
        for part in ('front', 'back'):
            y = -9 if part == 'front' else -12; P.seam(part, [[-chest, y-1.5], [0, y], [chest, y-1.5]] if part == 'back' else [[-chest, y], [chest, y]], -.8, .78); P.stitch(part, [[-chest, y-.5], [chest, y-.5]], thread)
    if g.get('hood'): dress_hood(P, g, s, thread)
    if s.get('zip'):
        zb = -L-2 if s['zip'] != 'half' else yn-s.get('zip_len', 20); zw = s.get('zip_w', 1.1)
        P.poly('front', [[-zw, yn+1], [zw, yn+1], [zw, zb], [-zw, zb]], s.get('zip_tape'), .6); P.line('front', [[-zw, yn], [-zw, zb]], .14, None, -.6, .74); P.line('front', [[zw, yn], [zw, zb]], .14, None, -.6, .70); P.line('front', [[0, yn], [0, zb]], .62, s.get('zipcol', '#8d8f92'), .1, .9)
        for y in np.arange(zb, yn, .3): P.line('front', [[-.28, y], [.28, y]], .13, None, .7, 1.1)
        for x in (-zw+.2, zw-.2): P.stitch('front', [[x, yn], [x, zb]], thread)
        zy = yn-.6 if s['zip'] != 'half' else yn-s.get('zip_len', 20)*.42; P.poly('front', [[-.45, zy], [.45, zy], [.45, zy-1.2], [-.45, zy-1.2]], s.get('zipcol', '#8d8f92'), 2.); P.poly('front', [[-.28, zy-1.2], [.28, zy-1.2], [.32, zy-3.8], [-.32, zy-3.8]], s.get('zip_pull', '#ffc400'), 2.2)
        if P.has('collar') and g['collar'].get('only'):
            for x in (-21, 21): P.line('collar', [[x, 1], [x, -11]], .9, s.get('zipcol', '#8d8f92'), .2)
    if s.get('chikan'):
        w, h = 17, min(46, L*.5); ink = tuple(int(s.get('chikan_ink', '#ffffff').lstrip('#')[i:i+2], 16) for i in (0, 2, 4))
        P.paste('front', [s.get('chikan_x', 0), -g['nf']-2-h/2], w, chikan(w, h, ink=ink), relief=.45, shadow=.9) if s['chikan'] != 'sleeves' else None
        for sl in ('slf', 'srf', 'slb', 'srb'):
            im = chikan(30, 6.4, ink=ink); P.paste(sl, [-(g['cuff']/2-2)*(1 if sl in ('slf', 'srb') else -1), -g['sleeve']+5.2], 30, im, relief=.4, shadow=.9)
        for part in ('front', 'back') if s['chikan'] is True else ():
            im = chikan(10, 66, ink=ink).rotate(90, expand=True); P.paste(part, [0, -L+8.2], 66, im, relief=.4, shadow=.9)
    if s.get('mirrors'):     # mirror-work: a yoke of small mirrors in button-hole stitch
        cs = s['mirrors']; r_ = np.random.default_rng(2); a = np.linspace(0, 2*np.pi, 22)[:, None]; C_ = np.hstack([np.cos(a), np.sin(a)])
        for row in range(9):
            for col in range(-6, 7):
                x, y = col*2.9+(row % 2)*1.45, -s.get('mirror_top', 15)-row*2.6
                if abs(x) > 13.5-row*1.05: continue
                P.poly('front', [x, y]+C_*1.02, cs[(row+col) % len(cs)], .9); P.poly('front', [x, y]+C_*.62, '#e9eef0' if (row*3+col) % 3 else '#c8d2d8', .3, 1.12)
        for part in ('front', 'back'):
            for k_, y in enumerate((-L+2.4, -L+4.2, -L+6.)): P.line(part, [[-30, y], [30, y]], .8, cs[k_ % len(cs)], .5)
    if s.get('panels'):      # corset seams
        for part in ('front', 'back'):
            for x0_, x1_ in ((4.2, 3.4), (9.6, 8.0)):
                for sg in (-1, 1): q = bez([sg*x0_, -2], [sg*x1_*.8, -L*.62], [sg*x0_*.9, -L-8], 30); P.seam(part, q, -.9, .74, .2); P.stitch(part, q+[.4, 0], thread); P.stitch(part, q-[.4, 0], thread)
        for y in np.arange(-g['nf']-1.5, -L+1, -1.7): P.button('front', [0, y], .36, s.get('buttons', '#e6e0d2'))
    if s.get('welt'):        # slanted jacket pockets
        wx, wy = s['welt']
        for sg in (-1, 1): q = np.array([[sg*(wx+2.4), wy-7.5], [sg*(wx-2.4), wy+7.5], [sg*(wx-4.6), wy+6.7], [sg*(wx+.2), wy-8.3]]); P.poly('front', q, s.get('welt_fill'), .9); P.line('front', np.vstack([q, q[:1]]), .16, None, -.7, .70)
    if s.get('chest_mark'):
        cm = s['chest_mark']; P.paste('front', cm.get('at', [10.5, -20]), cm.get('w', 3.0), graphic('bars', cm.get('ink', '#14130f'), c=cm.get('ink3')), relief=.5, stitch=True)
    if s.get('rib_stripes'):
        for part in ('front', 'back'):
            for f_ in (.30, .70): y = -L+g['rib_hem']*f_; P.line(part, [[-hem-3, y], [hem+3, y]], .75, s['rib_stripes'])
        for sl in ('slf', 'srf', 'slb', 'srb'):
            q = P.at.parts[sl]
            for f_ in (.30, .70): y = -g['sleeve']+g['rib_cuff']*f_; P.line(sl, [[q['umin'], y], [q['umax'], y]], .75, s['rib_stripes'])
        for y in (-3, -7): P.line('collar', [[-22, y], [22, y]], 1.6, s['rib_stripes']) if P.has('collar') else None
    if s.get('cuff_fill') and g['sleeve'] > 0:
        for sl in ('slf', 'srf', 'slb', 'srb'):
            q = P.at.parts[sl]; y = -g['sleeve']; P.poly(sl, [[q['umin'], y-4], [q['umax'], y-4], [q['umax'], y+2.2], [q['umin'], y+2.2]], s['cuff_fill'], .4)
            for x in np.arange(q['umin'], q['umax'], .34): P.line(sl, [[x, y-4], [x, y+2.2]], .12, None, .1, .92)
    if s.get('cuff_tip') and g['sleeve'] > 0:
        for sl in ('slf', 'srf', 'slb', 'srb'):
            q = P.at.parts[sl]
            for y in (-g['sleeve']+.9, -g['sleeve']+1.8): P.line(sl, [[q['umin'], y], [q['umax'], y]], .42, s['cuff_tip'])
    if g.get('puff'):
        st = g['puff']
        for k_ in range(0, 16):
            for part in ('front', 'back'): P.line(part, [[-50, -3.5-k_*st], [50, -3.5-k_*st]], .5, None, -.6, .66); P.stitch(part, [[-50, -3.5-k_*st], [50, -3.5-k_*st]], thread)
            for sl in ('slf', 'srf', 'slb', 'srb'):
                if P.has(sl): q = P.at.parts[sl]; P.line(sl, [[q['umin'], -k_*st], [q['umax'], -k_*st]], .5, None, -.6, .66)
    if g.get('collar') and g['collar'].get('only') and (g.get('rib_hem') or s.get('collar_rib')):
        for x in np.arange(-22, 22, .36): P.line('collar', [[x, 1], [x, -11]], .13, None, 0, .88)
    if g.get('collar'):
        if s.get('collar_fill'): P.poly('collar', [[-22, 1], [22, 1], [22, -11], [-22, -11]], s['collar_fill'])
        P.stitch('collar', [[-20.4, -3.2], [-20.4, -9.4], [20.4, -9.4], [20.4, -3.2]], thread); P.seam('collar', [[-21, -.2], [21, -.2]], -.6, .8)
        if s.get('collar_tip'): P.line('collar', [[-21, -8.9], [21, -8.9]], .45, s['collar_tip'])
    if s.get('neck_label', True) and not g.get('hood') and s.get('view') != 'back':
        y = -g['nb']-s.get('rib_w', 2.1)-2.2; P.poly('back', [[-2.7, y-1.5], [2.7, y-1.5], [2.7, y+1.5], [-2.7, y+1.5]], s.get('label', '#f7f4ed'), .4)
        im = graphic('brand', '#14130f').transpose(Image.FLIP_LEFT_RIGHT); P.paste('back', [0, y], 4.2, im)

def dress_hood(P, g, s, thread):
    h = g['hole']
    for a in (h,): P.seam('front', np.vstack([a, a[:1]]), .4, 1., .3); 
    c = h.mean(0); ring = c+(h-c)*1.0
    cl = np.vstack([ring, ring[:1]]); o = P.offset(cl, 2.2)
    sgn = 1 if np.hypot(*(o-c).T).mean() > np.hypot(*(cl-c).T).mean() else -1
    P.stitch('front', P.offset(cl, sgn*2.2), thread); P.stitch('front', P.offset(cl, sgn*.4), thread)
    nk = neck_curves(dict(nf=g['nf']-1.5, nb=2, neck=g['neck']), 'front'); P.seam('front', nk, -.9, .76, .2); P.stitch('front', nk-[0, .6], thread)
    P.seam('back', np.array([[-g['neck'], 0], [0, -2], [g['neck'], 0]]), -.9, .78, .2)
    # kangaroo pocket
    if not s.get('hood_plain'):
        y0, y1 = -g['length']+g['rib_hem'], -g['length']+g['rib_hem']+(20 if g['length'] > 60 else 14); pts = np.array([[-17, y0], [-17, y0+8.5], [-10.5, y1], [10.5, y1], [17, y0+8.5], [17, y0]])
        P.poly('front', pts, None, .95); P.line('front', np.vstack([pts]), .16, None, -.9, .70)
        for o in (.45, 1.1):
            P.stitch('front', [[-17+o, y0+8.5], [-10.5+o, y1-o]], thread); P.stitch('front', [[17-o, y0+8.5], [10.5-o, y1-o]], thread)
        P.stitch('front', [[-10.5, y1-.5], [10.5, y1-.5]], thread)
    # eyelets and drawcords
    cord = s.get('cord', '#efece6')
    if cord == 'none': return
    a = np.linspace(0, 2*np.pi, 20)[:, None]; yb = -g['nf']+.2
    for sx, ln in ((-1, 21.), (1, 18.5)):
        e = np.array([sx*3.4, yb]); P.poly('front', e+.62*np.hstack([np.cos(a), np.sin(a)]), '#8a8a8a', .5); P.poly('front', e+.28*np.hstack([np.cos(a), np.sin(a)]), '#222', -.6)
        t = np.linspace(0, 1, 40)[:, None]; path = e+np.hstack([sx*(.9*np.sin(t*2.4)+.5*t), -ln*t]); P.line('front', path+[.28, -.22], .85, None, -.2, .60); P.line('front', path, .62, cord, 2.4, 1.)
        for q in P.along(path, .32): P.line('front', [q+[-.25, -.12], q+[.25, .12]], .07, None, 1.5, .86)
        P.line('front', [path[-1], path[-1]-[0, 1.4]], .66, '#3a3a3a', 2.2, 1.)
