package org.gridtorrent.tracker.soap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.FaultMode;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.tracker.limit.OverloadException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Answers with the contract's own fault also where no operation was reached: INVALID for what is no
 * request of the contract (its XML, its schema, its length), BUSY for a mistake of this server's.
 * CXF's words for either, which may tell of its insides, go nowhere. BUSY says when to come again.
 */
final class FaultAnswers extends AbstractSoapInterceptor implements FaultListener {
    private static final Logger LOG = LoggerFactory.getLogger(FaultAnswers.class);
    private static final String RETRY_AFTER = "Retry-After";
    private static final String NAMESPACE = "urn:gridtorrent:tracker:1";
    private static final String INVALID = "The request is none of this contract's, or longer than"
            + " it may be. The contract is at /tracker/1?wsdl.";

    FaultAnswers() {
        super(Phase.SETUP);
    }

    @Override
    public void handleMessage(SoapMessage message) {
        if (message.getContent(Exception.class) instanceof Fault fault) {
            TrackerFault said = fault.getCause() instanceof TrackerFault operations
                    ? operations
                    : said(message, fault);
            if (said instanceof BusyFault busy) {
                message.put(Message.PROTOCOL_HEADERS, new TreeMap<>(Map.of(RETRY_AFTER,
                        List.of(Long.toString(busy.retryAfter().toSeconds())))));
            }
        }
    }

    private static TrackerFault said(Message message, Fault fault) {
        Optional<OverloadException> overload = overload(fault);
        boolean ours = overload.isPresent() || isOurs(message);
        TrackerFault said = overload.map(OverloadException::retryAfter)
                .<TrackerFault>map(Faults::busy)
                .orElseGet(() -> ours ? Faults.failed() : Faults.invalid(INVALID));
        say(fault, said);
        fault.setFaultCode(ours ? Fault.FAULT_CODE_SERVER : Fault.FAULT_CODE_CLIENT);
        return said;
    }

    private static void say(Fault fault, TrackerFault said) {
        FaultCode code = said.getFaultInfo().getCode();
        fault.setMessage(said.getFaultInfo().getMessage());
        Document document = DOMUtils.createDocument();
        Element detail = document.createElement("detail");
        Element typed = document.createElementNS(NAMESPACE, "fault");
        detail.appendChild(typed);
        typed.appendChild(text(document, "code", code.value()));
        typed.appendChild(text(document, "message", said.getFaultInfo().getMessage()));
        fault.setDetail(detail);
    }

    private static Element text(Document document, String name, String value) {
        Element element = document.createElementNS(NAMESPACE, name);
        element.setTextContent(value);
        return element;
    }

    /** A body for which there was no room while it was read. */
    private static Optional<OverloadException> overload(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof OverloadException overload) {
                return Optional.of(overload);
            }
        }
        return Optional.empty();
    }

    private static boolean isOurs(Message message) {
        return message.getExchange().getInMessage() != null
                && message.getExchange().getInMessage()
                        .get(FaultMode.class) == FaultMode.UNCHECKED_APPLICATION_FAULT;
    }

    /** In place of CXF's own logging, which writes a stack trace for each stranger's nonsense. */
    @Override
    public boolean faultOccurred(Exception exception, String description, Message message) {
        if (message.get(FaultMode.class) == FaultMode.UNCHECKED_APPLICATION_FAULT) {
            LOG.error("a request failed: {}", description, exception);
        } else {
            LOG.debug("a request was refused: {}", description, exception);
        }
        return false;
    }
}
