"""Light on black cloth: folds, seams and pockets of finished pictures, brought out.  python3 lift.py IN.webp OUT.webp"""
import sys, numpy as np
from PIL import Image
from scipy import ndimage as nd
def lift(im):
    a = np.asarray(im.convert('RGB'), np.float32); l = a@np.float32([.3, .59, .11]); sat = a.max(2)-a.min(2)
    m = ((l < 108) & (sat < 30)); m = nd.binary_opening(nd.binary_closing(m, iterations=2), iterations=2); lab, n = nd.label(m)
    if n > 1: sz = nd.sum(m, lab, range(1, n+1)); m = np.isin(lab, 1+np.where(sz > 3000)[0])
    w = nd.gaussian_filter(m.astype(np.float32), 1.2)*m; x = np.where(m, l, np.nan); mm = m.astype(np.float32)
    blur = lambda q, s: nd.gaussian_filter(np.where(m, q, 0), s)/np.maximum(nd.gaussian_filter(mm, s), 1e-3)
    base = blur(l, 90); mid = blur(l, 14); fine = blur(l, 1.1)
    # compress nothing, amplify what the folds and the sewing do; grain stays as it is
    new = base*1.10+7+(mid-base)*1.75+(fine-mid)*1.9+(l-fine)*.9
    # light along the edge from the left and above
    gy, gx = np.gradient(nd.gaussian_filter(mm, 5)); rim = np.clip(-(-gx*.8-gy*.6), 0, None); rim = rim/(rim.max()+1e-6); d = nd.distance_transform_edt(m); rim = rim*np.exp(-d/7)*16
    new = np.clip(new+rim, 8, 120); k = (new/np.maximum(l, 4)); out = a*k[..., None]; out = a*(1-w[..., None])+out*w[..., None]
    return Image.fromarray(np.clip(out+.5, 0, 255).astype(np.uint8))
if __name__ == '__main__': lift(Image.open(sys.argv[1])).save(sys.argv[2], 'WEBP', quality=82, method=4)
