package org.gridtorrent.ccm.rest;

import com.fasterxml.jackson.core.JacksonException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.http.LogText;
import org.gridtorrent.ccm.http.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every error as one sentence in JSON. Safe for use by several threads. */
final class ErrorMapper implements ExceptionMapper<Throwable> {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorMapper.class);

    @Override
    public Response toResponse(Throwable error) {
        return switch (error) {
            case Refusal refusal -> answer(refusal);
            case CatalogException refused -> answer(Refusal.of(refused));
            case DatabaseException away -> {
                LOG.warn("{} failed: {}", call(), away.getMessage());
                yield answer(away.why() == DatabaseException.Why.FULL
                        ? Refusal.of(507, "The site's disk is full, so the change was refused."
                                + " Ask the administrator to make room.")
                        : Refusal.of(503, "The site's database does not answer."
                                + " Try again in a few seconds."));
            }
            case WebApplicationException mismatch -> answer(mismatch.getResponse());
            case IOException gone when !(gone instanceof JacksonException) -> {
                // The caller went away, or a file broke off: nothing may come after its bytes.
                LOG.debug("{} was not sent to its end", call(), gone);
                yield RestServlet.breaksOff(PhaseInterceptorChain.getCurrentMessage(), gone)
                        ? Response.status(400).build()
                        : answer(Refusal.badRequest(""));
            }
            // CXF reads the whole address before anybody is asked who calls.
            case IllegalArgumentException _ when caller().isEmpty() ->
                answer(Refusal.badRequest(""));
            default -> {
                LOG.error("{} failed", call(), error);
                yield answer(Refusal.of(500, "The site failed to answer; it is noted in its log."));
            }
        };
    }

    private static Response answer(Refusal refusal) {
        String text = refusal.getMessage().isEmpty()
                ? text(refusal.status())
                : refusal.getMessage();
        Response.ResponseBuilder answer = error(refusal.status(), text);
        refusal.retryAfter().ifPresent(
                wait -> answer.header(HttpHeaders.RETRY_AFTER, wait.toSeconds()));
        return (refusal.status() == 401
                ? answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
                : answer).build();
    }

    /** What no resource was found to take. */
    private static Response answer(Response mismatch) {
        if (mismatch.getStatus() != 405) {
            return answer(Refusal.of(mismatch.getStatus(), ""));
        }
        String allowed = String.join(", ",
                AllowedMethods.of(PhaseInterceptorChain.getCurrentMessage()));
        return error(405, "This address takes " + allowed + " only.")
                .header(HttpHeaders.ALLOW, allowed).build();
    }

    private static String text(int status) {
        return switch (status) {
            case 404 -> "There is none of this name or id, or you may not see it.";
            case 406 -> "The answer is JSON: ask for application/json.";
            case 415 -> "The body has to be JSON: send it as application/json.";
            default -> "The request could not be understood.";
        };
    }

    private static Response.ResponseBuilder error(int status, String text) {
        return Response.status(status).type(MediaType.APPLICATION_JSON)
                .entity(Map.of("error", text));
    }

    private static Optional<Caller> caller() {
        return Optional.ofNullable(PhaseInterceptorChain.getCurrentMessage().get(Caller.class));
    }

    private static String call() {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        return message.get(Message.HTTP_REQUEST_METHOD) + " "
                + LogText.one(String.valueOf(message.get(Message.REQUEST_URI)));
    }
}
