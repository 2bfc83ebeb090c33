package org.gridtorrent.tracker.soap;

import jakarta.jws.WebParam;
import jakarta.xml.ws.Holder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.cxf.jaxws.JAXWSMethodInvoker;
import org.apache.cxf.message.Exchange;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.tracker.admission.RequestContext;
import org.gridtorrent.tracker.limit.OverloadException;
import org.gridtorrent.tracker.limit.Workload;
import org.gridtorrent.tracker.limit.Workload.Turn;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/**
 * Calls the operations, each in its turn. What is logged meanwhile says by its MDC which device calls, and which task
 * and content it is about; that the call was answered is logged too, at INFO when it changed more
 * than a count.
 */
final class LoggingInvoker extends JAXWSMethodInvoker {
    private static final Logger LOG = LoggerFactory.getLogger(LoggingInvoker.class);
    private static final String DEVICE = "device";
    /** The contract's parameters that say what a call is about, by the names that logs have. */
    private static final Map<String, String> KEYS = Map.of("taskId", "task", "contentId",
            "content", "infoHash", "hash", "deviceId", DEVICE);
    private static final Set<String> WEIGHTY = Set.of("enrol", "renew", "openSession",
            "registerContent", "newVersion");
    private static final Set<TaskState> FINAL = EnumSet.of(TaskState.DONE, TaskState.FAILED,
            TaskState.CANCELLED);
    /** Of each operation the parameters' names in logs, in their order; empty for most. */
    private static final Map<String, List<String>> NAMES = names();

    private final CallListener listener;
    private final Workload workload;

    LoggingInvoker(TrackerEndpoint operations, CallListener listener, Workload workload) {
        super(operations);
        this.listener = listener;
        this.workload = workload;
    }

    @Override
    protected Object performInvocation(Exchange exchange, Object endpoint, Method method,
            Object[] parameters) throws Exception {
        long beganNs = System.nanoTime();
        String outcome = "failed";
        name(method.getName(), parameters);
        try (Turn _ = turn()) {
            Object answer = super.performInvocation(exchange, endpoint, method, parameters);
            outcome = "done";
            name(method.getName(), parameters); // some are known only now
            return answer;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof TrackerFault fault) {
                outcome = fault.getFaultInfo().getCode().value().toLowerCase(Locale.ROOT);
            }
            throw e;
        } finally {
            long durationNs = System.nanoTime() - beganNs;
            listener.called(method.getName(), outcome, durationNs);
            LOG.atLevel(level(method.getName(), outcome, parameters)).log("{} {} in {} ms",
                    method.getName(), outcome, durationNs / 1_000_000);
            MDC.clear();
        }
    }

    private Turn turn() throws InvocationTargetException, InterruptedException {
        try {
            return workload.enter(RequestContext.CURRENT.get().countedWith());
        } catch (OverloadException e) {
            throw new InvocationTargetException(Faults.busy(e.retryAfter()));
        }
    }

    private static void name(String operation, Object[] parameters) {
        RequestContext.CURRENT.get().caller()
                .ifPresent(caller -> MDC.put(DEVICE, caller.device().deviceId()));
        List<String> names = NAMES.getOrDefault(operation, List.of());
        for (int i = 0; i < Math.min(names.size(), parameters.length); i++) {
            if (!names.get(i).isEmpty() && plain(parameters[i]) instanceof String value) {
                MDC.put(names.get(i), value);
            }
        }
    }

    /** A stranger's call is worth a line only if it came through. */
    private static Level level(String operation, String outcome, Object[] parameters) {
        boolean known = outcome.equals("done") || RequestContext.CURRENT.get().caller().isPresent();
        boolean weighty = WEIGHTY.contains(operation) || Arrays.stream(parameters)
                .anyMatch(parameter -> plain(parameter) instanceof TaskState state
                        && FINAL.contains(state));
        return known && weighty ? Level.INFO : Level.DEBUG;
    }

    private static @Nullable Object plain(@Nullable Object parameter) {
        return parameter instanceof Holder<?> holder ? holder.value : parameter;
    }

    private static Map<String, List<String>> names() {
        Map<String, List<String>> names = new HashMap<>();
        for (Method method : WsTracker.class.getMethods()) {
            List<String> ofMethod = new ArrayList<>();
            for (Parameter parameter : method.getParameters()) {
                WebParam told = parameter.getAnnotation(WebParam.class);
                ofMethod.add(told == null ? "" : KEYS.getOrDefault(told.name(), ""));
            }
            names.put(method.getName(), ofMethod);
        }
        return names;
    }
}
