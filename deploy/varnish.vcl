vcl 4.1;

# Varnish in front of the shop (Debian: `apt install varnish varnish-modules`): /etc/varnish/default.vcl. The shop has
# PURGE_URL=http://127.0.0.1:6081/.purge, and TRUST_PROXY counts Varnish too. docs/scaling.md has the steps.

import std;
import xkey;

backend shop {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 3s;
    # Longer than any call of the shop, which answers within 10 s even if the payment provider hangs.
    .first_byte_timeout = 30s;
    # A stream of events is silent for a while.
    .between_bytes_timeout = 120s;
}

# The machines on which the shop runs.
acl shops {
    "localhost";
}

sub vcl_recv {
    if (req.url == "/.purge") {
        if (client.ip !~ shops || req.method != "POST") {
            return (synth(403, "Forbidden"));
        }
        # "all" is the tag of every response.
        return (synth(200, "" + xkey.purge(req.http.xkey-purge)));
    }
    # What only the shop may say to a shared cache, a client mustn't.
    unset req.http.xkey-purge;
    # A picture is kept once for each format, not once for each browser.
    if (req.url ~ "^/media/") {
        if (req.http.Accept ~ "image/avif") {
            set req.http.Accept = "image/avif,image/webp";
        } elsif (req.http.Accept ~ "image/webp") {
            set req.http.Accept = "image/webp";
        } else {
            set req.http.Accept = "image/*";
        }
    }
    # Varnish's own rules follow: requests with a cookie or a login, and all but GET and HEAD, are passed on.
}

sub vcl_backend_response {
    # Nothing that was changed is shown once more, even while the shop doesn't respond.
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    if (beresp.http.CDN-Cache-Control ~ "max-age=") {
        # Browsers ask each time; this cache is told of each change.
        set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    } elsif (beresp.http.Cache-Control !~ "immutable") {
        # The shop doesn't tell this cache of its changes.
        set beresp.ttl = 0s;
    }
}

sub vcl_deliver {
    # No other cache may keep it: it wouldn't be told.
    unset resp.http.CDN-Cache-Control;
    unset resp.http.Cache-Tag;
    unset resp.http.xkey;
}
