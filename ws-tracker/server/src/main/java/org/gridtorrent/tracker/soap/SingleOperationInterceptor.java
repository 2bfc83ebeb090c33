package org.gridtorrent.tracker.soap;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.phase.Phase;

/** Refuses a body with a second element behind the operation, which CXF would pass over. */
final class SingleOperationInterceptor extends AbstractSoapInterceptor {
    private static final String BODY = "Body";

    SingleOperationInterceptor() {
        super(Phase.PRE_LOGICAL); // the operation was read, and the reader stands behind it
    }

    @Override
    public void handleMessage(SoapMessage message) {
        XMLStreamReader reader = message.getContent(XMLStreamReader.class);
        try {
            while (reader != null && !isBodysEnd(reader)) {
                if (reader.isStartElement()) {
                    throw new Fault(new IllegalArgumentException("a second operation in a body"));
                }
                reader.next();
            }
        } catch (XMLStreamException broken) {
            throw new Fault(broken);
        }
    }

    private static boolean isBodysEnd(XMLStreamReader reader) {
        return (reader.isEndElement() && reader.getLocalName().equals(BODY))
                || reader.getEventType() == XMLStreamReader.END_DOCUMENT;
    }
}
