package org.gridtorrent.client.tracker.call;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Reads off an answer when a busy tracker wants to be asked again: HTTP's Retry-After in seconds (RFC 9110). */
final class RetryAfter extends AbstractPhaseInterceptor<Message> {
    /** Where the call that the current thread makes wants to have it; ZERO for nothing said. */
    static final ScopedValue<AtomicReference<Duration>> HEARD = ScopedValue.newInstance();

    private static final String HEADER = "Retry-After";

    RetryAfter() {
        super(Phase.RECEIVE);
    }

    @Override
    public void handleMessage(Message answer) {
        Map<String, List<String>> headers = CastUtils
                .cast((Map<?, ?>) answer.get(Message.PROTOCOL_HEADERS));
        if (headers != null && HEARD.isBound()) {
            headers.entrySet().stream().filter(header -> HEADER.equalsIgnoreCase(header.getKey()))
                    .flatMap(header -> header.getValue().stream())
                    .filter(value -> value.matches("[0-9]{1,9}"))
                    .findFirst()
                    .ifPresent(value -> HEARD.get().set(Duration.ofSeconds(Long.parseLong(value))));
        }
    }
}
