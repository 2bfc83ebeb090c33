package org.gridtorrent.client.command;

import java.io.IOException;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.client.pages.PagesException;
import org.gridtorrent.client.web.InsecureServerException;
import org.gridtorrent.client.web.NoAnswerException;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;

/** Asks the pages, and turns their refusals into exit statuses. */
public final class PagesFailures {
    /** One or several requests. */
    public interface Request<T> {
        T send(PagesClient pages) throws IOException, InterruptedException;
    }

    private PagesFailures() {}

    public static <T> T ask(Invocation invocation, Request<T> request)
            throws IOException, InterruptedException {
        try (PagesClient pages = new Device(invocation).pages()) {
            return request.send(pages);
        } catch (PagesException e) {
            throw new CommandFailure(exitStatus(e.status()), String.valueOf(e.getMessage()), e);
        } catch (NoAnswerException e) {
            throw new CommandFailure(ExitStatus.NO_ANSWER, e.advice(), e);
        } catch (InsecureServerException e) {
            throw new CommandFailure(ExitStatus.FAILED, e.getMessage() + "; " + e.advice(), e);
        }
    }

    private static int exitStatus(int status) {
        return switch (status) {
            case 400, 409, 413, 422 -> ExitStatus.BAD_INPUT;
            case 401, 403 -> ExitStatus.NOT_ALLOWED;
            case 404, 410 -> ExitStatus.NOT_FOUND;
            case 429, 502, 503, 504 -> ExitStatus.NO_ANSWER;
            default -> ExitStatus.FAILED;
        };
    }
}
