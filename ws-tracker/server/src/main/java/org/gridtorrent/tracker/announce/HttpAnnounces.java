package org.gridtorrent.tracker.announce;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.tracker.swarm.Announce;
import org.gridtorrent.tracker.swarm.AnnounceResponse;
import org.gridtorrent.tracker.swarm.OpenSwarmTracker;
import org.gridtorrent.tracker.swarm.ScrapeCounts;

/**
 * {@code /announce} and {@code /scrape}. Answers on the thread that read the request, since nothing
 * blocks; only the first request for a content, which waits for the database, is answered by another.
 * A refusal is an answer with status 200: that is where clients look for the reason.
 */
final class HttpAnnounces extends Handler.Abstract.NonBlocking {
    private static final HttpField PLAIN = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE,
            "text/plain");

    private final OpenSwarmTracker openSwarms;
    private final AnnounceLimits limits;

    HttpAnnounces(OpenSwarmTracker openSwarms, AnnounceLimits limits) {
        this.openSwarms = openSwarms;
        this.limits = limits;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = request.getHttpURI().getPath();
        boolean announce = "/announce".equals(path);
        if (!announce && !"/scrape".equals(path)) {
            refuse(response, callback, HttpStatus.NOT_FOUND_404);
        } else if (!HttpMethod.GET.is(request.getMethod())) {
            refuse(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
        } else {
            answer(announce, request, response, callback);
        }
        return true;
    }

    private void answer(boolean announce, Request request, Response response,
            Callback callback) {
        try {
            HttpQuery query = HttpQuery.parse(request.getHttpURI().getQuery());
            if (announce) {
                announce(query, address(request), response, callback);
            } else {
                scrape(query, response, callback);
            }
        } catch (Refusal e) {
            send(response, callback, HttpAnswers.refusal(e));
        }
    }

    private void announce(HttpQuery query, InetAddress from, Response response,
            Callback callback) throws Refusal {
        Announce said = HttpRequests.announce(query, from, limits.mostPeers());
        openSwarms.whenReady(List.of(said.infoHash()), () -> answer(callback,
                () -> openSwarms.announce(said).map(answer -> announced(answer, query, from))
                        .orElseGet(HttpAnnounces::unknown),
                response));
    }

    private static byte[] announced(AnnounceResponse answer, HttpQuery query, InetAddress from) {
        boolean whole = query.text("compact").filter("0"::equals).isPresent();
        boolean withoutIds = query.text("no_peer_id").filter("1"::equals).isPresent();
        return whole
                ? HttpAnswers.whole(answer, from, !withoutIds)
                : HttpAnswers.compact(answer, from);
    }

    private static byte[] unknown() {
        return HttpAnswers.refusal(Refusal.unknown());
    }

    private void scrape(HttpQuery query, Response response, Callback callback) throws Refusal {
        List<InfoHash> asked = HttpRequests.scrape(query, limits.mostScraped());
        openSwarms.whenReady(asked, () -> answer(callback, () -> scraped(asked), response));
    }

    private byte[] scraped(List<InfoHash> asked) {
        Map<InfoHash, ScrapeCounts> known = new LinkedHashMap<>();
        asked.forEach(content -> openSwarms.counts(content)
                .ifPresent(counts -> known.put(content, counts)));
        return known.isEmpty() ? unknown() : HttpAnswers.scrape(known);
    }

    /** Whatever happens, the request is over then. */
    private static void answer(Callback callback, Supplier<byte[]> answer, Response response) {
        try {
            send(response, callback, answer.get());
        } catch (RuntimeException e) {
            callback.failed(e);
        }
    }

    private static void send(Response response, Callback callback, byte[] body) {
        response.getHeaders().put(PLAIN);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static void refuse(Response response, Callback callback, int status) {
        response.setStatus(status);
        send(response, callback, new byte[0]);
    }

    private static InetAddress address(Request request) {
        return ((InetSocketAddress) request.getConnectionMetaData().getRemoteSocketAddress())
                .getAddress();
    }
}
